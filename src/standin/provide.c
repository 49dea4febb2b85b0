/* Finds the libraries of a program, and provides their stand-ins.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "standin/provide.h"
#include "common/files/root.h"
#include "common/linking/linker.h"
#include "common/machine/nvidia.h"
#include "common/machine/python.h"
#include "common/machine/target.h"
#include "common/text/memory.h"
#include "common/text/safe.h"
#include "standin/private_folder.h"
#include <errno.h>

/* The libraries to provide, and the program that would load them. */
struct wanted {
    struct strings names; /* empty: every library that is found */
    int all;
    struct target target;  /* the program's Python, or the first python3 in PATH */
    struct target program; /* the program itself, whose RUNPATH counts */
    int has_program;
};

/* Returns 1 if stand-ins search this location. */
static int searched(const char *location)
{
    const char *order = getenv("LAZYNCCL_SEARCH");
    OWNED(strings) struct strings locations = strings_split(order, ',');

    return !order || !*order || strings_has(&locations, location);
}

/* Adds the folders of a list like LD_LIBRARY_PATH that are absolute. */
static void add_list(struct strings *all, const char *list)
{
    OWNED(strings) struct strings path = strings_split(list, ':');

    for (size_t i = 0; i < path.count; i++)
        if (*path.list[i] == '/')
            strings_add_once(all, path.list[i]);
}

static void add_conda(struct strings *all, const struct target *target)
{
    const char *conda = getenv("CONDA_PREFIX");

    for (int i = 0; i < target->site_count; i++) {
        OWNED(memory) char *python = memory_folder(target->sites[i]); /* PREFIX/lib/python3.11 */
        OWNED(memory) char *lib = memory_folder(python);

        if (lib)
            strings_add_once(all, lib);
    }
    if (conda && *conda == '/')
        strings_print(all, "%s/lib", conda);
}

static void add_toolkits(struct strings *all)
{
    static const char *const variables[] = {"CUDA_PATH", "CUDA_HOME", NULL};
    static const char *const below[] = {"lib64", "lib"};

    for (size_t r = 0; r < sizeof variables / sizeof *variables; r++) {
        const char *home = variables[r] ? getenv(variables[r]) : "/usr/local/cuda";

        for (size_t b = 0; home && *home == '/' && b < sizeof below / sizeof *below; b++)
            strings_print(all, "%s/%s", home, below[b]);
    }
}

/* Folders outside of wheels that may hold NVIDIA's libraries. */
static struct strings folders_of(const struct target *target)
{
    struct strings all = {0};

    if (searched("env"))
        add_list(&all, getenv("LAZYNCCL_LIBPATH"));
    if (searched("conda"))
        add_conda(&all, target);
    if (searched("system"))
        add_list(&all, getenv("LD_LIBRARY_PATH"));
    if (searched("toolkit"))
        add_toolkits(&all);
    return all;
}

/* 1 if a library gets a stand-in even if it is not installed. */
static int needs_no_file(const struct wanted *wanted, const struct lazynccl_description *desc)
{
    struct nvidia vendor;

    if (wanted->all) {
        for (const struct lazynccl_description *own = NULL; (own = nvidia_next(own));)
            if (own == desc)
                return 1;
        return 0;
    }
    return report_lists(&wanted->names, desc->sonames[0], NULL) &&
           nvidia_of(desc->sonames[0], &vendor) && *vendor.package; /* "": the driver's */
}

/* Adds the libraries that were in none of the folders: from the file that ld.so finds for the
 * program, or from the stub. */
static int add_described(struct cache *cache, struct wanted *wanted)
{
    lazynccl_library *library;

    for (int i = 0; (library = nvidia_described_at(i)); i++) {
        const struct lazynccl_description *desc = library->description;

        for (int s = 0; needs_no_file(wanted, desc) && desc->sonames[s]; s++) {
            OWNED(memory)
            char *path = wanted->has_program && searched("system")
                             ? linker_first(&wanted->program, desc->sonames[s], NULL)
                             : NULL;

            if (cache_add_described(cache, desc->sonames[s], path) != 0)
                return -1;
        }
    }
    return 0;
}

static int add_all(struct cache *cache, struct wanted *wanted)
{
    OWNED(strings) struct strings folders = folders_of(&wanted->target);

    for (int i = 0; searched("wheel") && i < wanted->target.site_count; i++)
        if (cache_add_site(cache, &wanted->names, wanted->target.sites[i]) != 0)
            return -1;
    for (size_t i = 0; i < folders.count; i++)
        if (cache_add_folder(cache, &wanted->names, folders.list[i]) != 0)
            return -1;
    return add_described(cache, wanted);
}

/* Returns 0 if each name is one of a library that was found or has a stub. */
static int check_names(struct cache *cache, const struct wanted *wanted)
{
    for (size_t n = 0; n < wanted->names.count; n++) {
        struct strings name = {&wanted->names.list[n], 1};
        int known = 0;

        for (size_t i = 0; i < cache->seen.count && !known; i++)
            known = report_lists(&name, cache->seen.list[i], NULL);
        if (known)
            continue;
        const char *meant = nvidia_library(name.list[0]) ? NULL : nvidia_nearest(name.list[0]);
        if (meant) {
            snprintf(cache->why, CACHE_WHY, "--lazy %.60s: no such library; did you mean %s?",
                     name.list[0], meant);
            return -1;
        }
        snprintf(cache->why, CACHE_WHY,
                 "found no library named '%.60s' to replace: searched the wheels of %.120s, "
                 "CONDA_PREFIX, LD_LIBRARY_PATH, CUDA_PATH, CUDA_HOME, /usr/local/cuda",
                 name.list[0], wanted->target.who);
        return -1;
    }
    return 0;
}

/* Opens the program's Python, or else the first python3 in PATH, because a child may be one. */
static void open_targets(struct wanted *wanted, const char *program)
{
    struct target own;
    OWNED(memory) char *path = root_absolute("", program); /* the cache keeps paths */

    target_open(&wanted->target, &(struct target_choice){0});
    target_open(&own, &(struct target_choice){.no_python = 1});
    if (path && strstr(strings_base_name(path), "python") && python_read(&own, path) == 0)
        wanted->target = own;
    wanted->has_program =
        !target_open(&wanted->program, &(struct target_choice){.from = path ? path : program});
}

static int read_names(struct wanted *wanted, const char *lazy)
{
    wanted->all = lazy && strcmp(lazy, "all") == 0;
    if (wanted->all)
        return 0;
    if (lazy)
        return report_read_list(&wanted->names, lazy);
    for (const struct lazynccl_description *desc = NULL; (desc = nvidia_next(desc));)
        strings_print(&wanted->names, "%s", desc->name);
    return 0;
}

/* Provides all in the cache, or else in a folder of this process. */
static int fill(struct cache *cache, struct wanted *wanted)
{
    enum cache_state state = cache_open(cache);

    if (state == CACHE_READY && add_all(cache, wanted) != 0)
        state = CACHE_UNUSABLE;
    if (state == CACHE_READY || state == CACHE_UNTRUSTED)
        return state == CACHE_READY ? 0 : -1;
    OWNED(memory) char *first = memory_copy(cache->why);
    cache_free(cache);
    if (cache_open_private(cache) == 0 && add_all(cache, wanted) == 0) {
        if (state == CACHE_FOREIGN)
            safe_error("lazynccl run: %s; using a private folder below TMPDIR", first);
        return 0;
    }
    OWNED(memory) char *second = memory_copy(cache->why);
    snprintf(cache->why, CACHE_WHY, "%s; nor is there a folder below TMPDIR: %s", first, second);
    return -1;
}

int provide_standins(struct cache *cache, const char *lazy, int traced, const char *program)
{
    struct wanted wanted = {0};

    *cache = (struct cache){.traced = traced};
    if (read_names(&wanted, lazy) != 0) {
        snprintf(cache->why, CACHE_WHY, "%.300s: %s", lazy + 1, strerror(errno));
        return -1;
    }
    private_folder_clean();
    open_targets(&wanted, program);
    int failed = fill(cache, &wanted) != 0 || check_names(cache, &wanted) != 0;
    if (!failed && strchr(cache->folder, ':')) {
        snprintf(cache->why, CACHE_WHY,
                 "%.200s: has a colon in its name, which LD_LIBRARY_PATH cannot contain: set "
                 "XDG_CACHE_HOME and TMPDIR to other folders",
                 cache->folder);
        failed = 1;
    }
    strings_free(&wanted.names);
    return failed ? -1 : 0;
}
