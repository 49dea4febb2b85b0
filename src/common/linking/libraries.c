/* Lists the libraries below the folders of sys.path.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/libraries.h"
#include "common/files/elf_cache.h"
#include "common/files/root.h"
#include "common/text/memory.h"
#include "runtime/search/path.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#define DEEPEST 32 /* folders below a site-packages */

/* Returns 1 for libx.so, libx.so.1.2, x.cpython-311-x86_64-linux-gnu.so: only these are opened. */
static int is_library(const char *name)
{
    const char *so = strstr(name, ".so");

    while (so && so[3] != '\0' && so[3] != '.')
        so = strstr(so + 3, ".so");
    return so && strspn(so + 3, ".0123456789") == strlen(so + 3);
}

void libraries_add(struct facts *facts, const char *path)
{
    OWNED(memory) char *inside = view_inside(facts->machine->target, path);
    const struct elf_file *head = inside ? elf_cache_head(inside, NULL) : NULL;
    struct library **last = &facts->libraries;

    if (!head || head->refused)
        return;
    while (*last)
        last = &(*last)->next;
    *last = memory_get(1, sizeof **last);
    **last = (struct library){
        .soname = memory_copy(head->soname ? head->soname : strings_base_name(path)),
        .path = memory_copy(path),
        .head = head};
}

/* Adds the libraries in a folder and below it. */
static void walk(struct facts *facts, const char *path, int deep)
{
    OWNED(memory) char *whole = view_inside(facts->machine->target, path);
    DIR *folder = whole ? opendir(whole) : NULL;

    if (!folder)
        machine_unreadable(facts->machine, path, errno);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        const char *name = entry->d_name;
        struct stat status;
        /* links to folders are not followed, because they could lead anywhere */
        int below = entry->d_type == DT_DIR ||
                    (entry->d_type == DT_UNKNOWN &&
                     fstatat(dirfd(folder), name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
                     S_ISDIR(status.st_mode));

        /* Python imports nothing from ~NAME, which pip leaves, or a site-packages below sys.path */
        if (*name == '.' || *name == '~' || strcmp(name, "site-packages") == 0 ||
            strcmp(name, "dist-packages") == 0 || (below ? deep == DEEPEST : !is_library(name)))
            continue;
        OWNED(memory) char *file = memory_print("%s/%s", path, name);
        if (below)
            walk(facts, file, deep + 1);
        else
            libraries_add(facts, file);
    }
    if (folder)
        closedir(folder);
}

/* Adds the libraries of a folder of sys.path and all below it, once. */
static void walk_folder(struct facts *facts, const char *path)
{
    const struct strings *walked = &facts->walked;

    for (size_t i = 0; i < walked->count; i++) {
        size_t length = strlen(walked->list[i]);

        if (strncmp(path, walked->list[i], length) == 0 && strchr("/", path[length]))
            return;
    }
    if (*path != '/' || path[1] == '\0')
        return; /* a relative path depends on the current folder */
    strings_add(&facts->walked, path, strlen(path));
    walk(facts, path, 0);
}

/* Adds the folder in which cupyx.tools.install_library puts libraries for CuPy's wheels. */
static void walk_cupy(struct facts *facts, const char *site)
{
    const char *home = machine_variable(facts->machine, "HOME");
    const char *named = machine_variable(facts->machine, "CUPY_CUDA_LIB_PATH");
    OWNED(memory) char *package = memory_print("%s/cupy", site);
    OWNED(memory)
    char *folder = named ? memory_copy(named) : memory_print("%s/.cupy/cuda_lib", home ? home : "");

    if (machine_has(facts->machine, package) && machine_has(facts->machine, folder))
        walk_folder(facts, folder);
}

/* Adds the folders that a .pth file adds to sys.path: each line, except comments and imports. */
static void walk_pth(struct facts *facts, const char *site, const char *name)
{
    const char *end = strrchr(name, '.');
    OWNED(memory) char *file = memory_print("%s/%s", site, name);
    OWNED(memory)
    char *text = end && strcmp(end, ".pth") == 0 ? machine_text(facts->machine, file) : NULL;

    for (char *rest = text, *line; (line = strsep(&rest, "\r\n"));) {
        if (!*line || *line == '#' || (strncmp(line, "import", 6) == 0 && strspn(line + 6, " \t")))
            continue;
        OWNED(memory)
        char *folder = *line == '/' ? memory_copy(line) : memory_print("%s/%s", site, line);
        OWNED(memory) char *real = root_real(facts->machine->target->root, folder);

        if (real)
            walk_folder(facts, real);
    }
}

/* Adds the libraries below the folders of sys.path. */
static void walk_python(struct facts *facts)
{
    const struct target *target = facts->machine->target;
    OWNED(strings) struct strings path = machine_list(facts->machine, "PYTHONPATH");

    for (int i = 0; i < target->site_count; i++) {
        walk_folder(facts, target->sites[i]);
        walk_cupy(facts, target->sites[i]);
        OWNED(strings) struct strings names = {0};

        machine_names(facts->machine, target->sites[i], &names);
        for (size_t n = 0; n < names.count; n++)
            walk_pth(facts, target->sites[i], names.list[n]);
    }
    for (size_t i = 0; i < path.count && target->site_count; i++)
        walk_folder(facts, path.list[i]);
}

const struct library *libraries_of(struct facts *facts, const char *file)
{
    size_t site = lazynccl_site_length(file);
    OWNED(memory) char *folder = memory_copy_part(file, site);

    if (!facts->walked.count)
        walk_python(facts);
    if (site)
        walk_folder(facts, folder);
    return facts->libraries;
}

const struct library *libraries_find(struct facts *facts, const char *file,
                                     const struct elf_file *asks, const char *soname)
{
    const struct library *at = libraries_of(facts, file);

    while (at && !(strcmp(at->soname, soname) == 0 && view_fits(asks, at->head) &&
                   !at->head->exports_lazynccl))
        at = at->next;
    return at;
}
