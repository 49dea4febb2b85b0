/* Reads the texts of dlerror().
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/loader/dlerror.h"
#include "runtime/search/path.h"
#include <errno.h>
#include <libintl.h>
#include <stdio.h>
#include <string.h>
#include <sys/statvfs.h>

/* How the text ends if the loader had no errno for it, and which error that means: glibc could not
 * map the file; musl ran out of file descriptors and lost errno. */
#ifdef __GLIBC__
#define WITHOUT_ERRNO dgettext("libc", "failed to map segment from shared object")
#define ITS_ERROR ENOMEM
#else
#define WITHOUT_ERRNO strerror(0)
#define ITS_ERROR EMFILE
#endif

int lazynccl_is_noexec(const char *why)
{
    struct statvfs facts = {0};
    char path[1024];

    why += strcspn(why, "/");
    snprintf(path, sizeof path, "%.*s", (int)strcspn(why, ":"), why);
    return statvfs(path, &facts) == 0 && facts.f_flag & ST_NOEXEC;
}

int lazynccl_is_about(const char *why, const char *name)
{
    const char *at = strstr(why, name); /* musl has words before it */

    return at && (at == why || at[-1] == ' ') && at[strlen(name)] == ':';
}

/* A transient errno is the error, as after malloc(). Otherwise the text ends with the system's
 * message or WITHOUT_ERRNO, both translated into this thread's language. */
int lazynccl_dlopen_error(const char *why, int error, int named)
{
    size_t length = why ? strlen(why) : 0;

    if (!why || lazynccl_is_transient(error))
        return lazynccl_is_inconclusive(error, named) ? error : 0;
    for (error = EHWPOISON; error >= 0; error--) { /* glibc leaves errno 0 after EMFILE */
        const char *end = error ? strerror(error) : WITHOUT_ERRNO;
        size_t size = end ? strlen(end) : length + 1; /* NULL: out of memory */

        if ((error && !lazynccl_is_inconclusive(error, named)) || length < size ||
            strncmp(why + length - size, end, size) != 0)
            continue;
        if (error)
            return error;
        if (lazynccl_is_noexec(why))
            return 0;
        return ITS_ERROR;
    }
    return 0;
}
