/* Finds a Python's site-packages by its files; runs nothing.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/machine/python.h"
#include "search/search.h"
#include "tool/files/root.h"
#include "tool/text/memory.h"
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/* A key's value in pyvenv.cfg, to be freed, or NULL. */
static char *venv_value(const char *root, const char *prefix, const char *key)
{
    char *path = memory_print("%s/pyvenv.cfg", prefix), *text = root_text(root, path);
    char *value = NULL;
    size_t length = strlen(key);

    for (char *rest = text, *line; !value && (line = strsep(&rest, "\n"));) {
        const char *at = line + length;

        if (strncmp(line, key, length) != 0)
            continue;
        at += strspn(at, " \t");
        if (*at++ == '=')
            value = memory_copy_part(at + strspn(at, " \t"), strcspn(at + strspn(at, " \t"), "\r"));
    }
    free(text);
    free(path);
    return value;
}

static DIR *list(const struct consumer *consumer, const char *folder)
{
    char *inside = lazynccl_inside(&consumer->view, memory_copy(folder));
    DIR *listing = inside ? opendir(inside) : NULL;

    free(inside);
    return listing;
}

static void add_site(struct consumer *consumer, char *site)
{
    DIR *folder = list(consumer, site);

    if (folder)
        consumer->sites[consumer->site_count++] = site;
    else
        free(site);
    if (folder)
        closedir(folder);
}

/* The newest X.Y of lib/pythonX.Y below a prefix, to be freed, or NULL. */
static char *newest_version(const struct consumer *consumer, const char *prefix)
{
    char *lib = memory_print("%s/lib", prefix), *best = NULL;
    DIR *listing = list(consumer, lib);

    for (struct dirent *entry; listing && (entry = readdir(listing));) {
        const char *version = entry->d_name + 6;

        if (strncmp(entry->d_name, "python", 6) == 0 && strchr(version, '.') &&
            (!best || strverscmp(version, best) > 0)) {
            free(best);
            best = memory_copy(version);
        }
    }
    if (listing)
        closedir(listing);
    free(lib);
    return best;
}

/* Python's own rules, as its site module has them; Debian's has dist-packages beside them. */
static void add_sites(struct consumer *consumer, const char *prefix, const char *version)
{
    add_site(consumer, memory_print("%s/lib/python%s/site-packages", prefix, version));
    add_site(consumer, memory_print("%s/local/lib/python%s/dist-packages", prefix, version));
    add_site(consumer, memory_print("%s/lib/python%.1s/dist-packages", prefix, version));
}

/* The folder above the one that a program lies in, to be freed, or NULL. */
static char *prefix_of(const char *program)
{
    char *bin = program ? lazynccl_folder_of(program) : NULL;
    char *prefix = bin ? lazynccl_folder_of(bin) : NULL;

    free(bin);
    return prefix;
}

/* All of the Python's site-packages, in sys.path's order. `base`: a venv's home; NULL: no venv. */
static void add_all_sites(struct consumer *consumer, const char *prefix, const char *base,
                          const char *version)
{
    const char *home = consumer->view.variable(&consumer->view, "HOME");
    char *system = venv_value(consumer->root, prefix, "include-system-site-packages");

    add_sites(consumer, prefix, version);
    if (!base || (system && strcasecmp(system, "true") == 0)) {
        char *system_prefix = base ? lazynccl_folder_of(base) : NULL;

        if (home && *home == '/')
            add_site(consumer, memory_print("%s/.local/lib/python%s/site-packages", home, version));
        if (system_prefix)
            add_sites(consumer, system_prefix, version);
        free(system_prefix);
    }
    free(system);
}

int python_read(struct consumer *consumer, const char *interpreter)
{
    char *program = root_real(consumer->root, interpreter), *prefix = prefix_of(interpreter);
    char *base = prefix ? venv_value(consumer->root, prefix, "home") : NULL;

    if (!base && program) { /* not a venv: the folder that the interpreter really lies in */
        free(prefix);
        prefix = prefix_of(program);
    }
    char *version = prefix ? newest_version(consumer, prefix) : NULL;
    if (version) {
        add_all_sites(consumer, prefix, base, version);
        consumer->module =
            consumer->site_count ? memory_print("%s/.", consumer->sites[0]) : memory_copy(program);
        for (int i = 1; i < consumer->site_count; i++) {
            char *inside = memory_print("%s/.", consumer->sites[i]);

            view_add_object(consumer, inside, NULL, 0);
            free(inside);
        }
        consumer->who = memory_print("python %s of %s", version, prefix);
    }
    int found = version != NULL;
    free(program);
    free(prefix);
    free(base);
    free(version);
    return found ? 0 : -1;
}
