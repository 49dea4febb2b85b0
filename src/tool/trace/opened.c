/* Which files of libraries the processes of a trace have opened.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/trace/opened.h"
#include "common/text/memory.h"
#include "common/text/safe.h"

struct file {
    const char *soname, *path;
    size_t processes;
};

static void count_process(struct file **list, size_t *count, const struct trace_ring *ring)
{
    struct file *file = *list, *end = file ? file + *count : NULL;

    while (file < end &&
           (strcmp(file->soname, ring->soname) != 0 || strcmp(file->path, ring->opened) != 0))
        file++;
    if (file == end) {
        file = MEMORY_ADD(*list, *count);
        *file = (struct file){.soname = ring->soname, .path = ring->opened};
    }
    file->processes++;
}

void opened_show(const struct jobs *jobs, const struct trace_ring *rings, size_t count)
{
    struct file *list = NULL;
    size_t files = 0;

    for (size_t i = 0; i < count; i++)
        if (jobs->job_of[i] == jobs->chosen && rings[i].opened)
            count_process(&list, &files, &rings[i]);
    for (size_t i = 0; i < files; i++) {
        const char *plural = list[i].processes == 1 ? "" : "es";

        if (*list[i].path)
            safe_line("opened %s from %s in %zu process%s", list[i].soname, list[i].path,
                      list[i].processes, plural);
        else
            safe_line("opened no %s, which %zu process%s called", list[i].soname, list[i].processes,
                      plural);
    }
    free(list);
}
