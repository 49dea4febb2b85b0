/* Writes files that appear only when they are complete.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "standin/elf/atomic_file.h"
#include "common/text/memory.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/random.h>
#include <unistd.h>

static char *volatile unfinished; /* the path to remove if a signal ends the command; NULL: none */

static void give_up(int signal_number)
{
    if (unfinished)
        unlink(unfinished);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* Sets `unfinished`, and handles signals as long as it is set. */
static void set_unfinished(char *path)
{
    static const int signals[] = {SIGHUP, SIGINT, SIGTERM, SIGXFSZ};

    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        void (*before)(int) = signal(signals[i], path ? give_up : SIG_DFL);

        if (before == SIG_IGN) /* keep it ignored, as nohup does */
            signal(signals[i], SIG_IGN);
    }
    unfinished = path;
}

/* Returns a name that no other process uses, to be freed. The PID alone is not enough: a killed
 * command leaves its file, and in a container the next command may have the same PID. */
static char *name_partial(const char *path)
{
    unsigned random = 0;

    (void)!getrandom(&random, sizeof random, GRND_NONBLOCK); /* if it fails, the PID must do */
    return memory_print("%s.partial-%d-%08x", path, (int)getpid(), random);
}

int atomic_file_begin(struct atomic_file *whole, const char *path, int mode)
{
    OWNED(memory) char *named = memory_folder(path);
    const char *top = *path == '/' ? "/" : ".", *folder = named ? named : top;
    int has_proc = access("/proc/self/fd", F_OK) == 0; /* name_it() needs it */

    *whole = (struct atomic_file){.path = memory_copy(path), .partial = name_partial(path)};
    whole->fd = has_proc ? open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, mode) : -1;
    if (whole->fd >= 0)
        return 0;
    if (!has_proc || errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL) { /* as on NFS */
        whole->named = 1;
        set_unfinished(whole->partial);
        whole->fd = open(whole->partial, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    }
    if (whole->fd >= 0)
        return 0;
    int error = errno;
    set_unfinished(NULL);
    free(whole->partial);
    free(whole->path);
    errno = error;
    return -1;
}

/* Links the unnamed file as `partial`. Fails if that name exists. */
static int name_it(struct atomic_file *whole)
{
    char file[40];

    if (whole->named)
        return 0;
    snprintf(file, sizeof file, "/proc/self/fd/%d", whole->fd);
    set_unfinished(whole->partial);
    whole->named = linkat(AT_FDCWD, file, AT_FDCWD, whole->partial, AT_SYMLINK_FOLLOW) == 0;
    return whole->named ? 0 : -1;
}

const char *atomic_file_end(struct atomic_file *whole, const char *why)
{
    /* without fsync, a crash of the machine may leave a file of zeros under its final name */
    if (!why && (fsync(whole->fd) != 0 || name_it(whole) != 0))
        why = strerror(errno);
    if (close(whole->fd) != 0 && !why)
        why = strerror(errno);
    if (!why && rename(whole->partial, whole->path) != 0)
        why = strerror(errno);
    if (why && whole->named)
        unlink(whole->partial);
    set_unfinished(NULL);
    free(whole->partial);
    free(whole->path);
    return why;
}
