/* Finds the profiler that NCCL would start in a program.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "standin/profiler.h"
#include "common/linking/linker.h"
#include "common/machine/target.h"
#include "common/text/memory.h"
#include "common/text/strings.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VARIABLE "NCCL_PROFILER_PLUGIN"
#define BOTH "LAZYNCCL_PROFILER_PLUGIN" /* lists the profilers of libnccl-profiler-lazy.so */

/* Returns 1 if one of NCCL's files of settings sets the variable. */
static int sets_variable(const char *path)
{
    FILE *file = fopen(path, "re");
    char *line = NULL;
    size_t room = 0;
    int is_set = 0;

    while (file && !is_set && getline(&line, &room, file) > 0)
        is_set = strncmp(line, VARIABLE "=", strlen(VARIABLE "=")) == 0;
    free(line);
    if (file)
        fclose(file);
    return is_set;
}

/* Returns the file of settings that names a profiler, to be freed, or NULL. */
static char *find_in_files(void)
{
    const char *named = getenv("NCCL_CONF_FILE"), *home = getenv("HOME");
    OWNED(memory)
    char *own =
        named && *named ? memory_copy(named) : memory_print("%s/.nccl.conf", home ? home : "");

    if (sets_variable(own))
        return memory_copy(own);
    return sets_variable("/etc/nccl.conf") ? memory_copy("/etc/nccl.conf") : NULL;
}

static int lists_standin(const char *value)
{
    OWNED(strings) struct strings names = strings_split(value, ',');
    int is_listed = 0;

    for (size_t i = 0; i < names.count; i++)
        is_listed |= strcmp(names.list[i], PROFILER_OF_STANDIN) == 0;
    return is_listed;
}

char *profiler_of_user(const char *program)
{
    const char *value = getenv(VARIABLE), *both = getenv(BOTH);
    struct target target;

    if (value && *value)
        return strcmp(value, PROFILER_OF_STANDIN) == 0 || (both && lists_standin(both))
                   ? NULL
                   : memory_print(VARIABLE "=%s", value);
    char *where = find_in_files();
    if (where)
        return where;
    if (target_open(&target, &(struct target_choice){.from = program}) &&
        target_open(&target, &(struct target_choice){.no_python = 1}))
        return NULL;
    return linker_first(&target, "libnccl-profiler.so", NULL);
}
