/* Opens a library in a child and asks for its version; a crash there is an answer here.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/linking/trial_load.h"
#include "search/search.h"
#include "tool/machine/child.h"
#include <stdlib.h>
#include <string.h>

#define SECONDS 20 /* a cold disk takes one or two for 200 MB */

struct task {
    lazynccl_library *library;
    const char *path;
};

static int open_it(void *context, FILE *to)
{
    const struct task *task = context;
    static const char *const others[] = {"LAZYNCCL_CUDA", "LAZYNCCL_STRICT", "LAZYNCCL_DEBUG"};

    /* this file, whatever the environment would have us take */
    setenv("LAZYNCCL_SEARCH", "api", 1);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        unsetenv(others[i]);
    if (lazynccl_set_path(task->library, task->path) == 0 && lazynccl_load(task->library) == 0) {
        fprintf(to, "%d", lazynccl_version(task->library));
        return 0;
    }
    const char *error = lazynccl_error(task->library, NULL);
    fputs(error ? error : "it cannot be opened", to);
    return 1;
}

struct proof trial_load(lazynccl_library *library, const char *path)
{
    struct task task = {library, path};
    struct child child = child_run(open_it, &task, SECONDS);
    struct proof proof = {0, NULL};

    if (child.end == CHILD_RETURNED && child.status == 0) {
        const char *said = child.said;

        proof.version = lazynccl_number(&said);
        free(child.said);
    } else if (child.end == CHILD_RETURNED) {
        proof.failed = child.said;
    } else {
        free(child.said);
        proof.failed = strdup(child_end_text(&child));
    }
    return proof;
}
