/* Reads which Python distributions are installed, each file when it is asked for.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/machine/distributions.h"
#include "common/machine/nvidia.h"
#include "common/text/memory.h"
#include <strings.h>

/* The distributions of one site-packages. */
struct distributions {
    struct distributions *next;
    char *site;
    struct distribution *first;
};

/* Lists the distributions in a site-packages or conda-meta folder, without reading them. */
static struct distribution *list(struct machine *machine, const char *site)
{
    OWNED(strings) struct strings names = {0};
    struct distribution *first = NULL, **last = &first;
    int is_conda = strcmp(strings_base_name(site), "conda-meta") == 0;
    const char *suffix = is_conda ? ".json" : ".dist-info";

    machine_names(machine, site, &names);
    for (size_t i = 0; i < names.count; i++) {
        const char *name = names.list[i], *end = strrchr(name, '.');

        if (!end || strcmp(end, suffix) != 0)
            continue;
        *last = memory_get(1, sizeof **last);
        (*last)->folder = memory_print("%s/%s", site, name);
        (*last)->is_nvidia = is_conda ? nvidia_in_conda(name) : strncasecmp(name, "nvidia", 6) == 0;
        (*last)->info.prefix = is_conda ? memory_folder(site) : NULL;
        last = &(*last)->next;
    }
    return first;
}

struct distribution *distributions_of(struct machine *machine, const char *site)
{
    struct distributions *all = machine->distributions;

    while (all && strcmp(all->site, site) != 0)
        all = all->next;
    if (!all) {
        all = memory_get(1, sizeof *all);
        *all =
            (struct distributions){machine->distributions, memory_copy(site), list(machine, site)};
        machine->distributions = all;
    }
    return all->first;
}

/* Reads METADATA or RECORD once; from a conda package, the one file that has the facts of both. */
static void read_file(struct machine *machine, struct distribution *of, const char *name)
{
    int is_conda = of->info.prefix != NULL;
    unsigned bit = is_conda ? 3 : *name == 'R' ? 1 : 2; /* 1: RECORD, 2: METADATA, 3: conda's */
    OWNED(memory)
    char *path = is_conda ? memory_copy(of->folder) : memory_print("%s/%s", of->folder, name);
    OWNED(memory) char *text = of->was_read & bit ? NULL : machine_text(machine, path);

    of->was_read |= bit;
    if (text)
        dist_info_read(&of->info, is_conda ? "conda" : name, text);
}

const struct dist_info *distribution_metadata(struct machine *machine, struct distribution *of)
{
    read_file(machine, of, "METADATA");
    return &of->info;
}

const struct dist_info *distribution_record(struct machine *machine, struct distribution *of)
{
    read_file(machine, of, "RECORD");
    return distribution_metadata(machine, of);
}

int distribution_has(struct machine *machine, struct distribution *of, const char *file)
{
    return strings_has(&distribution_record(machine, of)->files, file);
}

void distribution_packages(struct machine *machine, struct distribution *of, struct strings *names)
{
    const struct strings *files = &distribution_record(machine, of)->files;

    for (size_t i = 0; i < files->count; i++) {
        size_t length = strcspn(files->list[i], "/");

        if (strcmp(files->list[i] + length, "/__init__.py") == 0)
            strings_add(names, files->list[i], length);
    }
}

struct distribution *distribution_owner(struct machine *machine, struct distribution *from,
                                        const char *file)
{
    while (from && !(from->is_nvidia && distribution_has(machine, from, file)))
        from = from->next;
    return from;
}
