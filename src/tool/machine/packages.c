/* Reads which installed Python package brings which file.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/machine/packages.h"
#include "search/search.h"
#include "tool/text/memory.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct packages packages_in(struct machine *machine, const char *site)
{
    static const char *const files[] = {"METADATA", "RECORD"};
    struct packages owners = {0};
    OWNED(strings) struct strings names = {0};

    machine_names(machine, site, &names);
    for (size_t i = 0; i < names.count; i++) {
        const char *name = names.list[i], *end = strstr(name, ".dist-info");

        if (strncasecmp(name, "nvidia", 6) != 0 || !end || end[10])
            continue;
        struct dist_info *is = MEMORY_ADD(owners.list, owners.count);
        *is = (struct dist_info){0};
        for (int f = 0; f < 2; f++) {
            OWNED(memory) char *path = memory_print("%s/%s/%s", site, name, files[f]);
            OWNED(memory) char *text = machine_text(machine, path);

            if (text)
                dist_info_read(is, files[f], text);
        }
    }
    return owners;
}

void packages_free(struct packages *owners)
{
    while (owners->count > 0)
        dist_info_free(&owners->list[--owners->count]);
    free(owners->list);
}

void packages_lost(struct machine *machine, packages_lost_file *each, void *context)
{
    const struct consumer *consumer = machine->consumer;

    for (int s = 0; s < consumer->site_count; s++) {
        OWNED(packages) struct packages owners = packages_in(machine, consumer->sites[s]);

        for (size_t o = 0; o < owners.count; o++)
            for (size_t f = 0; f < owners.list[o].files.count; f++) {
                const char *file = owners.list[o].files.list[f], *name = strings_base_name(file);
                OWNED(memory) char *path = memory_print("%s/%s", consumer->sites[s], file);

                if (strncmp(name, "lib", 3) == 0 && strstr(name, ".so") &&
                    !machine_has(machine, path))
                    each(context, &owners.list[o], path);
            }
    }
}

void packages_again(const struct dist_info *package, char text[NVIDIA_INSTALL])
{
    snprintf(text, NVIDIA_INSTALL, "pip install --force-reinstall --no-deps %s==%.*s",
             package->name ? package->name : "?",
             package->version ? (int)strcspn(package->version, "+") : 1,
             package->version ? package->version : "?");
}

/* The package of a library that is installed, or NULL. */
static const char *installed(struct machine *machine, const struct lazynccl_description *is)
{
    const struct consumer *consumer = machine->consumer;
    const char *found = NULL;

    for (int s = 0; s < consumer->site_count && !found; s++) {
        OWNED(packages) struct packages owners = packages_in(machine, consumer->sites[s]);

        for (size_t o = 0; o < owners.count; o++)
            for (int i = 0; owners.list[o].name && is->packages[i]; i++)
                if (dist_info_same_name(is->packages[i], owners.list[o].name))
                    found = is->packages[i];
    }
    return found;
}

void packages_install(struct machine *machine, const struct lazynccl_description *is, int cuda,
                      const char *wanted, char text[NVIDIA_INSTALL])
{
    const char *package = nvidia_package(is, cuda);

    if (!package)
        package = installed(machine, is);
    nvidia_install_package(package ? package : is->packages[0], wanted, text);
}

int packages_install_soname(struct machine *machine, const char *soname, const char *wanted,
                            char text[NVIDIA_INSTALL])
{
    struct nvidia vendor;

    if (nvidia_of(soname, &vendor) && vendor.library && installed(machine, vendor.library)) {
        packages_install(machine, vendor.library, lazynccl_major_of(soname), wanted, text);
        return 1;
    }
    return nvidia_install(soname, wanted, text);
}

/* 1 if one of conda's packages lists the file, a path below the environment. */
static int conda_lists(struct machine *machine, const char *meta, const char *file)
{
    OWNED(strings) struct strings names = {0};
    OWNED(memory) char *quoted = memory_print("\"%s\"", file);
    int found = 0;

    if (machine_has(machine, meta))
        machine_names(machine, meta, &names);
    for (size_t i = 0; i < names.count && !found; i++) {
        OWNED(memory) char *path = memory_print("%s/%s", meta, names.list[i]);
        OWNED(memory) char *text = machine_text(machine, path);

        found = text && strstr(text, quoted);
    }
    return found;
}

int packages_install_conda(struct machine *machine, const char *file, const char *soname,
                           const char *wanted, char text[NVIDIA_INSTALL])
{
    const char *package = nvidia_conda(soname), *quote = *wanted ? "'" : "";
    OWNED(memory) char *prefix = memory_copy(file);

    for (char *end; package && (end = strrchr(prefix, '/')); *end = '\0') {
        OWNED(memory) char *meta = memory_print("%.*s/conda-meta", (int)(end - prefix), prefix);

        if (!conda_lists(machine, meta, file + (end - prefix) + 1))
            continue;
        snprintf(text, NVIDIA_INSTALL, "conda install -p %.*s %s%s%s%s", (int)(end - prefix),
                 prefix, quote, package, wanted, quote);
        return 1;
    }
    return 0;
}

/* 1 if `import torch` opens the library from its wheel before torch's modules: torch 2.5 to 2.9
 * opens those that a call names, later releases all in a list. */
static int torch_loads(struct machine *machine, const char *site, const char *soname)
{
    OWNED(memory) char *path = memory_print("%s/torch/__init__.py", site);
    OWNED(memory) char *text = machine_has(machine, path) ? machine_text(machine, path) : NULL;
    OWNED(memory) char *name = memory_print("\"%.*s.so.*", (int)strcspn(soname, "."), soname);
    int all = text && strstr(text, "_preload_cuda_deps(required=False)");

    for (char *rest = text, *line; (line = strsep(&rest, "\n"));)
        if (strstr(line, name) && (all || strstr(line, "_preload_cuda_")))
            return 1;
    return 0;
}

static int requires(const struct dist_info *package, const char *name)
{
    size_t length = strlen(name);

    for (size_t i = 0; i < package->requires.count; i++) {
        const char *requirement = package->requires.list[i];

        if (strncasecmp(requirement, name, length) == 0 && !strstr(requirement, "extra") &&
            !isalnum((unsigned char)requirement[length]) && !strchr("-_.", requirement[length]))
            return 1;
    }
    return 0;
}

/* The package whose import opens libraries before the modules of this one: itself with
 * cuda.pathfinder, which CuPy 14, nvmath and numba-cuda require, or in code of its own, as JAX's
 * plugins do; torch before those that import it. NULL: none. */
static const char *loads_first(const struct dist_info *package, int torch)
{
    if (!package->name)
        return NULL;
    if (requires(package, "cuda-pathfinder") || strncmp(package->name, "jax-cuda", 8) == 0)
        return package->name;
    return torch && requires(package, "torch") ? "torch" : NULL;
}

char *packages_first(struct machine *machine, const char *file, const char *soname)
{
    size_t length = lazynccl_site_length(file);
    OWNED(memory) char *site = memory_copy_part(file, length);
    OWNED(strings) struct strings names = {0};
    int torch = length && torch_loads(machine, site, soname);
    /* NVIDIA's own libraries need each other, and have a RUNPATH, which LD_LIBRARY_PATH precedes */
    char *found = torch && strncmp(file + length, "/nvidia/", 8) == 0 ? memory_copy("torch") : NULL;

    if (length && !found)
        machine_names(machine, site, &names);
    for (size_t i = 0; i < names.count && !found; i++) {
        const char *end = strstr(names.list[i], ".dist-info");
        OWNED(memory) char *metadata = memory_print("%s/%s/METADATA", site, names.list[i]);
        OWNED(memory) char *record = memory_print("%s/%s/RECORD", site, names.list[i]);
        OWNED(memory) char *text = end && !end[10] ? machine_text(machine, metadata) : NULL;
        struct dist_info package = {0};

        if (text)
            dist_info_read(&package, "METADATA", text);
        const char *first = loads_first(&package, torch);
        OWNED(memory) char *files = first ? machine_text(machine, record) : NULL;
        if (files)
            dist_info_read(&package, "RECORD", files);
        if (strings_has(&package.files, file + length + 1))
            found = memory_copy(first);
        dist_info_free(&package);
    }
    return found;
}
