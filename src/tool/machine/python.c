/* Finds a Python's site-packages by its files; runs nothing.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "search/search.h"
#include "tool/files/root.h"
#include "tool/machine/consumer.h"
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

static int is_folder(const char *root, const char *path)
{
    char *inside = root_inside(root, memory_copy(path));
    DIR *folder = inside ? opendir(inside) : NULL;

    free(inside);
    if (folder)
        closedir(folder);
    return folder != NULL;
}

static void add_site(struct python *python, const char *root, char *site)
{
    if (python->site_count < (int)(sizeof python->sites / sizeof *python->sites) &&
        is_folder(root, site))
        python->sites[python->site_count++] = site;
    else
        free(site);
}

/* The newest X.Y of lib/pythonX.Y below a prefix, to be freed, or NULL. */
static char *newest_version(const char *root, const char *prefix)
{
    char *lib = root_inside(root, memory_print("%s/lib", prefix)), *best = NULL;
    DIR *listing = lib ? opendir(lib) : NULL;

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
static void add_sites(struct python *python, const char *root, const char *prefix)
{
    const char *version = python->version;

    add_site(python, root, memory_print("%s/lib/python%s/site-packages", prefix, version));
    add_site(python, root, memory_print("%s/local/lib/python%s/dist-packages", prefix, version));
    add_site(python, root, memory_print("%s/lib/python%.1s/dist-packages", prefix, version));
}

int python_read(struct python *python, const struct consumer *consumer, const char *interpreter)
{
    const char *home = consumer->view.variable(&consumer->view, "HOME"), *root = consumer->root;
    char *bin = lazynccl_folder_of(interpreter), *prefix = bin ? lazynccl_folder_of(bin) : NULL;
    char *base = prefix ? venv_value(root, prefix, "home") : NULL;
    char *system = prefix ? venv_value(root, prefix, "include-system-site-packages") : NULL;
    int is_venv = base != NULL, shares = !is_venv || (system && strcasecmp(system, "true") == 0);

    memset(python, 0, sizeof *python);
    free(bin);
    python->program = root_real(root, interpreter);
    if (!is_venv && python->program) {
        /* not a venv: the folder that the interpreter really lies in */
        free(prefix);
        bin = lazynccl_folder_of(python->program);
        prefix = bin ? lazynccl_folder_of(bin) : NULL;
        free(bin);
    }
    python->prefix = prefix;
    python->version = prefix ? newest_version(root, prefix) : NULL;
    if (python->version) {
        add_sites(python, root, prefix);
        if (shares && home && *home == '/')
            add_site(python, root,
                     memory_print("%s/.local/lib/python%s/site-packages", home, python->version));
        char *system_prefix = is_venv && shares ? lazynccl_folder_of(base) : NULL;
        if (system_prefix)
            add_sites(python, root, system_prefix);
        free(system_prefix);
    }
    free(base);
    free(system);
    if (python->version)
        return 0;
    python_free(python);
    return -1;
}

void python_free(struct python *python)
{
    while (python->site_count > 0)
        free(python->sites[--python->site_count]);
    free(python->prefix);
    free(python->version);
    free(python->program);
    memset(python, 0, sizeof *python);
}
