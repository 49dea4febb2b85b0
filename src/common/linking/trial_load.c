/* Opens a library in a child and asks for its version, so that a crash does not end the command.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/trial_load.h"
#include "common/machine/child.h"
#include "common/text/memory.h"

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
    struct child child = child_run(open_it, &task, &(struct child_limit){.seconds = SECONDS});
    OWNED(memory) char *text = child.said;
    const char *said = child.end == CHILD_RETURNED ? text : child_end_text(&child);

    if (child.end == CHILD_RETURNED && child.status == 0)
        return (struct proof){lazynccl_number(&said), NULL};
    return (struct proof){0, memory_copy(said)};
}
