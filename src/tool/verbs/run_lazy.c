/* Prepares the stand-ins that `lazynccl run --lazy` puts in the way of a program.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/verbs/run_lazy.h"
#include "tool/machine/consumer.h"
#include "tool/machine/python.h"
#include "tool/standin/cache.h"
#include "tool/text/memory.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static void tell(void *context, const struct job_row *row)
{
    (void)context, (void)row; /* what stays real is as without us */
}

void run_lazy_warn(const char *program, char **words)
{
    if (strncmp(strings_base_name(program), "python", 6) != 0)
        return;
    for (int i = 1; words[i] && words[i][0] == '-' && words[i][1] != '-'; i++)
        if (strpbrk(words[i], "IES") && !strpbrk(words[i], "cm"))
            fprintf(stderr,
                    "lazynccl run: python %s ignores PYTHONPATH: a library that a package loads by "
                    "path is the real one\n",
                    words[i]);
}

/* Puts stand-ins of the libraries of a program's Python, or else of the first python3 in PATH, in
 * the cache. Sets the folders and what PYTHONPATH is to begin with, to be freed. */
enum verb_exit run_lazy_prepare(const char *lazy, const char *program, char **folders,
                                char **python)
{
    struct job job = {.tell = tell};
    struct consumer consumer, own;
    OWNED(strings) struct strings list = {0};
    char why[400];

    if (strcmp(lazy, "all") != 0 && job_read_names(&job.only, lazy) != 0)
        return verb_unreadable("run", lazy + 1, strerror(errno));
    if (!(*python = cache_folder(why)))
        return verb_unreadable("run", NULL, why);
    consumer_open(&consumer, &(struct consumer_choice){0});
    consumer_open(&own, &(struct consumer_choice){.no_python = 1});
    if (strstr(strings_base_name(program), "python") && python_read(&own, program) == 0)
        consumer = own;
    for (int i = 0; i < consumer.site_count; i++)
        cache_site(&job, *python, consumer.sites[i], &list);
    strings_free(&job.only);
    if (!list.count)
        return verb_unreadable("run", consumer.who, "has no library of NVIDIA's to stand in for");
    *folders = strings_join(&list, ":");
    return VERB_OK;
}

enum verb_exit run_lazy_record(const char *file)
{
    int fd = open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    OWNED(memory) char *path = fd < 0 ? NULL : realpath(file, NULL);

    if (!path)
        return verb_unreadable("run", file, strerror(errno));
    close(fd);
    return setenv("LAZYNCCL_RECORD", path, 1) == 0 ? VERB_OK : VERB_UNREADABLE;
}
