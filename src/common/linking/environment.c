/* Finds the files of an environment that need NVIDIA's libraries, and binds them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/environment.h"
#include "common/files/elf_cache.h"
#include "common/linking/linker.h"
#include "common/text/memory.h"
#include "runtime/search/path.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#define DEEPEST 32 /* folders below a site-packages */

/* The wheel's copy of that major: packages whose files do not lead to it open it before them. */
static const struct elf_file *wheel_copy(void *context, const struct elf_file *asks,
                                         const struct binding *binding, struct candidate *to)
{
    struct facts *facts = context;
    const struct search_result *found =
        binding->vendor.known ? facts_unset(facts, binding->vendor.known->name) : NULL;

    for (int i = 0; found && i < found->count; i++) {
        const struct candidate *copy = &found->looks[i];

        if (copy->verdict != VERDICT_USABLE || copy->location != LAZYNCCL_LOCATION_WHEEL ||
            lazynccl_major_of(strings_base_name(copy->path)) != lazynccl_major_of(binding->soname))
            continue;
        to->path = memory_copy(machine_shown(facts->machine, copy->path));
        to->found_via = copy->found_via;
        to->version = copy->version;
        return elf_cache_get(copy->path, NULL);
    }
    return NULL;
}

static void add_copy(struct environment *all, const char *path,
                     const struct lazynccl_description *desc)
{
    for (size_t i = 0; i < all->copy_count; i++)
        if (lazynccl_same_file(all->copies[i].path, path))
            return;
    *MEMORY_ADD(all->copies, all->copy_count) = (struct copy){memory_copy(path), desc};
}

static void look_at(struct facts *, struct environment *, const char *path);

/* Follows a need of an NVIDIA library outside the site-packages, such as in a conda environment's
 * lib: the file loads only if that library's own needs are met. */
static void follow(struct facts *facts, struct environment *all, const char *soname,
                   const struct target *asks)
{
    OWNED(memory) char *path = linker_first(asks, soname, NULL);
    const char *shown = path ? machine_shown(facts->machine, path) : NULL;
    const struct target *target = facts->machine->target;

    for (int i = 0; shown && i < target->site_count && !target->from; i++)
        if (strncmp(shown, target->sites[i], strlen(target->sites[i])) == 0)
            return; /* the walk visits it later */
    if (!shown || strings_has(&all->followed, shown))
        return;
    strings_add(&all->followed, shown, strlen(shown));
    look_at(facts, all, shown);
}

struct binding_source environment_source(struct facts *facts, const struct target *asks)
{
    return (struct binding_source){.target = asks,
                                   .preloaded = facts->machine->target->pid ? NULL : wheel_copy,
                                   .packages = facts->machine->target->pid ? NULL : facts->machine,
                                   .context = facts};
}

/* Binds a file to the NVIDIA libraries that have a stub. A file that the user named is bound to
 * all. */
static void bind_file(struct facts *facts, struct environment *all, const char *path,
                      struct elf_file *file)
{
    const struct target *target = facts->machine->target;
    struct target other = target_as(target, path, file);
    const struct binding_source source = environment_source(facts, &other);
    int read = 0;

    for (size_t i = 0; i < file->needed.count; i++) {
        const struct nvidia vendor = nvidia_of(file->needed.list[i]);

        if (!vendor.title)
            continue;
        if (!vendor.library && !target->pid)
            follow(facts, all, file->needed.list[i], &other);
        if (!vendor.known && !target->from)
            continue;
        if (!read++ && elf_file_symbols(file, 1) != NULL)
            return;
        other = target_as(target, path, file);
        bindings_add(&all->bindings, file, path, file->needed.list[i], 0, &source);
    }
    if (target->from || target->pid || bindings_needs_others(file, &source) ||
        (!read && elf_file_symbols(file, 1) != NULL))
        return;
    other = target_as(target, path, file);
    const char *symbol = bindings_lacking(file, &source);
    if (symbol)
        strings_print(&all->lacking, "%s\n%s", path, symbol);
}

/* Most files of an environment need none of our libraries, but others: their symbols are not read.
 */
static void look_at(struct facts *facts, struct environment *all, const char *path)
{
    OWNED(memory) char *whole = view_inside(facts->machine->target, path);
    struct elf_file file;

    if (!whole || elf_file_head(&file, whole) != NULL)
        return;
    all->examined++;
    for (size_t i = 0; i < file.dlopen_count; i++)
        strings_print(&all->notes, "%s\n%s", path, file.dlopen[i]);
    if (file.exports_lazynccl && !strings_has(&file.lazynccl, ELF_FILE_NET) && file.soname &&
        nvidia_of(file.soname).title)
        strings_add_once(&all->standins, path);
    for (const struct lazynccl_description *desc = NULL;
         !file.exports_lazynccl && (desc = nvidia_next(desc));)
        if (lazynccl_name_bears(desc->sonames[0], strings_base_name(path)))
            add_copy(all, whole, desc);
    bind_file(facts, all, path, &file);
    elf_file_close(&file);
}

/* libx.so, libx.so.1.2, x.cpython-311-x86_64-linux-gnu.so: the others need not be opened. */
static int is_library(const char *name)
{
    const char *so = strstr(name, ".so");

    while (so && so[3] != '\0' && so[3] != '.')
        so = strstr(so + 3, ".so");
    return so && strspn(so + 3, ".0123456789") == strlen(so + 3);
}

static void walk(struct facts *facts, struct environment *all, const char *path, int deep)
{
    OWNED(memory) char *whole = view_inside(facts->machine->target, path);
    DIR *folder = whole ? opendir(whole) : NULL;

    if (!folder)
        machine_unreadable(facts->machine, path, errno);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        const char *name = entry->d_name;
        struct stat status;
        /* a link to a folder could lead anywhere, one to a file is how some installers copy */
        int below = entry->d_type == DT_DIR ||
                    (entry->d_type == DT_UNKNOWN &&
                     fstatat(dirfd(folder), name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
                     S_ISDIR(status.st_mode));

        /* Python imports nothing from a site-packages below another folder of sys.path */
        if (*name == '.' || strcmp(name, "site-packages") == 0 ||
            strcmp(name, "dist-packages") == 0 || (below ? deep == DEEPEST : !is_library(name)))
            continue;
        OWNED(memory) char *file = memory_print("%s/%s", path, name);
        if (below)
            walk(facts, all, file, deep + 1);
        else
            look_at(facts, all, file);
    }
    if (folder)
        closedir(folder);
}

/* A folder of sys.path with all below it, once. */
static void walk_folder(struct facts *facts, struct environment *all, const char *path,
                        struct strings *walked)
{
    for (size_t i = 0; i < walked->count; i++) {
        size_t length = strlen(walked->list[i]);

        if (strncmp(path, walked->list[i], length) == 0 && strchr("/", path[length]))
            return;
    }
    if (*path != '/' || path[1] == '\0')
        return; /* a relative one starts where Python is run */
    strings_add(walked, path, strlen(path));
    walk(facts, all, path, 0);
}

/* Where CuPy's wheels look for libraries that cupyx.tools.install_library has brought. */
static void walk_cupy(struct facts *facts, struct environment *all, const char *site,
                      struct strings *walked)
{
    const char *home = machine_variable(facts->machine, "HOME");
    const char *named = machine_variable(facts->machine, "CUPY_CUDA_LIB_PATH");
    OWNED(memory) char *package = memory_print("%s/cupy", site);
    OWNED(memory)
    char *folder = named ? memory_copy(named) : memory_print("%s/.cupy/cuda_lib", home ? home : "");

    if (machine_has(facts->machine, package) && machine_has(facts->machine, folder))
        walk_folder(facts, all, folder, walked);
}

static void walk_python(struct facts *facts, struct environment *all)
{
    const struct target *target = facts->machine->target;
    OWNED(strings) struct strings walked = {0};
    OWNED(strings) struct strings path = machine_list(facts->machine, "PYTHONPATH");

    for (int i = 0; i < target->site_count; i++) {
        walk_folder(facts, all, target->sites[i], &walked);
        walk_cupy(facts, all, target->sites[i], &walked);
    }
    for (size_t i = 0; i < path.count && target->site_count; i++)
        walk_folder(facts, all, path.list[i], &walked);
}

static struct environment *read_environment(struct facts *facts)
{
    const struct target *target = facts->machine->target;
    struct environment *all = memory_get(1, sizeof *all);

    if (target->pid)
        for (int i = 0; i < target->objects.count; i++)
            look_at(facts, all, target->objects.list[i].path);
    else if (target->from)
        look_at(facts, all, target->from);
    else
        walk_python(facts, all);
    return all;
}

const struct environment *environment_read(struct facts *facts)
{
    if (!facts->environment)
        facts->environment = read_environment(facts);
    return facts->environment;
}

int environment_is_empty(struct facts *facts)
{
    const struct environment *all = environment_read(facts);

    for (const struct lazynccl_description *desc = NULL; (desc = nvidia_next(desc));)
        if (facts_copy(facts, desc->name))
            return 0;
    return !all->bindings.count && !all->copy_count && !all->followed.count && !all->standins.count;
}
