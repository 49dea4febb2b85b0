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
#include "standin/report.h"
#include <errno.h>

/* The libraries to provide, and the program that would load them. */
struct wanted {
    struct strings names;  /* empty: all libraries that are found */
    char *lazy;            /* the names in the form of --lazy, to be freed */
    int all;               /* 1: --lazy all */
    struct found found;    /* the libraries that were found */
    struct strings sites;  /* real paths of the site-packages */
    struct target target;  /* the program's Python, or the first python3 in PATH */
    struct target program; /* the program itself, whose RUNPATH counts */
    int has_program;       /* 1: `program` was opened */
    int is_python;         /* 1: the program is the Python that was examined */
};

/* Returns 1 if stand-ins search this location. */
static int searched(const char *location)
{
    const char *order = getenv("LAZYNCCL_SEARCH");
    OWNED(strings) struct strings locations = strings_split(order, ',');

    return !order || !*order || strings_has(&locations, location);
}

/* Adds the absolute paths of a list such as LD_LIBRARY_PATH. */
static void add_list(struct strings *all, const char *list)
{
    OWNED(strings) struct strings path = strings_split(list, ':');

    for (size_t i = 0; i < path.count; i++)
        if (*path.list[i] == '/')
            strings_add_once(all, path.list[i]);
}

static void add_conda(struct strings *all, const struct strings *sites)
{
    const char *conda = getenv("CONDA_PREFIX");

    for (size_t i = 0; i < sites->count; i++) {
        OWNED(memory) char *python = memory_folder(sites->list[i]); /* PREFIX/lib/python3.11 */
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

/* Returns the folders outside of wheels that may contain NVIDIA libraries. */
static struct strings folders_of(const struct strings *sites)
{
    struct strings all = {0};

    if (searched("env"))
        add_list(&all, getenv("LAZYNCCL_LIBPATH"));
    if (searched("conda"))
        add_conda(&all, sites);
    if (searched("system"))
        add_list(&all, getenv("LD_LIBRARY_PATH"));
    if (searched("toolkit"))
        add_toolkits(&all);
    return all;
}

/* Returns 1 if --lazy names the library, also by `all`. */
static int is_asked_for(const struct wanted *wanted, const struct lazynccl_description *desc)
{
    if (wanted->all) {
        for (const struct lazynccl_description *own = NULL; (own = nvidia_next(own));)
            if (own == desc)
                return 1;
        return 0;
    }
    return strings_has(&wanted->names, desc->name) ||
           report_lists(&wanted->names, desc->sonames[0], NULL);
}

/* Adds the other libraries, from the file that ld.so finds for the program, or from the stub. */
static void add_described(struct wanted *wanted)
{
    lazynccl_library *library;

    for (int i = 0; (library = nvidia_library_at(i)); i++) {
        const struct lazynccl_description *desc = library->description;

        for (int s = 0; is_asked_for(wanted, desc) && desc->sonames[s]; s++) {
            OWNED(memory)
            char *path = wanted->has_program && searched("system")
                             ? linker_first(&wanted->program, desc->sonames[s], NULL)
                             : NULL;

            if (path || desc->count) /* without a stub, a file must have the functions */
                found_add_described(&wanted->found, desc->sonames[s], path);
        }
    }
}

static void find_all(struct wanted *wanted)
{
    OWNED(strings) struct strings folders = folders_of(&wanted->sites);

    for (size_t i = 0; searched("wheel") && i < wanted->sites.count; i++)
        found_add_site(&wanted->found, &wanted->names, wanted->sites.list[i]);
    for (size_t i = 0; i < folders.count; i++)
        found_add_folder(&wanted->found, &wanted->names, folders.list[i]);
    add_described(wanted);
}

/* Reports the first name of a library that neither was found nor has a stub. */
static enum verb_exit check_names(const struct wanted *wanted)
{
    for (size_t n = 0; n < wanted->names.count; n++) {
        struct strings name = {&wanted->names.list[n], 1};
        int known = 0;
        lazynccl_library *library = nvidia_library(name.list[0]);

        for (size_t i = 0; i < wanted->found.count && !known; i++) {
            const char *soname = wanted->found.list[i].soname;

            known = report_lists(&name, soname, NULL) ||
                    (library && strcmp(library->description->sonames[0], soname) == 0);
        }
        if (known)
            continue;
        if (!library && nvidia_nearest(name.list[0]))
            return verb_no_library("run", "--lazy: no such library", name.list[0]);
        safe_error("lazynccl run: found no library named '%s' to replace: searched the wheels of "
                   "%s, CONDA_PREFIX, LD_LIBRARY_PATH, CUDA_PATH, CUDA_HOME, /usr/local/cuda",
                   name.list[0], wanted->target.who);
        return VERB_UNREADABLE;
    }
    return VERB_OK;
}

/* Opens the program's Python, or, if there is none, python3 in PATH, because a child may be one. */
static void open_targets(struct wanted *wanted, const char *program)
{
    struct target own;
    OWNED(memory) char *path = root_absolute("", program); /* the cache records paths */

    target_open(&wanted->target, &(struct target_choice){0});
    target_open(&own, &(struct target_choice){.no_python = 1});
    wanted->is_python =
        path && strstr(strings_base_name(path), "python") && python_read(&own, path) == 0;
    if (wanted->is_python)
        wanted->target = own;
    wanted->has_program =
        !target_open(&wanted->program, &(struct target_choice){.from = path ? path : program});
}

static int read_names(struct wanted *wanted, const char *lazy)
{
    wanted->all = lazy && strcmp(lazy, "all") == 0;
    if (lazy && !wanted->all && report_read_list(&wanted->names, lazy) != 0)
        return -1;
    for (const struct lazynccl_description *desc = NULL; !lazy && (desc = nvidia_next(desc));)
        strings_print(&wanted->names, "%s", desc->name);
    wanted->lazy = wanted->all ? memory_copy("all") : strings_join(&wanted->names, ",");
    return 0;
}

/* Reads the site-packages to search: `sites`, from a Python that knows them, or the target's. */
static void read_sites(struct wanted *wanted, const char *sites)
{
    OWNED(strings) struct strings named = strings_split(sites, ':');

    for (int i = 0; !sites && i < wanted->target.site_count; i++)
        strings_print(&named, "%s", wanted->target.sites[i]);
    for (size_t i = 0; i < named.count; i++) {
        OWNED(memory) char *real = realpath(named.list[i], NULL);

        if (real && !strpbrk(real, "\t\n"))
            strings_add_once(&wanted->sites, real);
    }
}

/* Reports which Python was examined if `--lazy all` has found no file of any library. */
static void report_nothing(const struct wanted *wanted)
{
    for (size_t i = 0; i < wanted->found.count; i++)
        if (wanted->found.list[i].path)
            return;
    safe_error(
        "lazynccl run: %s has no NVIDIA wheels, and there is no toolkit: only NCCL, NVRTC and "
        "nvJitLink are lazy here; %s",
        wanted->target.who,
        wanted->is_python ? "activate the environment, or start its python by its path"
                          : "if the command starts a Python that has them, these are lazy, too");
}

/* Makes the set in the cache, or else in a folder of the process. */
static int fill(struct cache *cache, const struct provide *what, struct wanted *wanted)
{
    OWNED(memory) char *command = realpath("/proc/self/exe", NULL);
    const struct set_plan plan = {.found = &wanted->found,
                                  .sites = &wanted->sites,
                                  .lazy = wanted->lazy,
                                  .command = command,
                                  .traced = what->traced};
    enum cache_state state = cache_open(cache);

    if (state == CACHE_READY)
        state = cache_fill(cache, &plan);
    if (state == CACHE_READY || state == CACHE_UNTRUSTED)
        return state == CACHE_READY ? 0 : -1;
    OWNED(memory) char *first = memory_copy(cache->why);
    cache_free(cache);
    if (cache_open_private(cache, what->owner) == 0 && cache_fill(cache, &plan) == CACHE_READY) {
        if (state == CACHE_FOREIGN)
            safe_error("lazynccl run: %s; using a private folder below TMPDIR", first);
        return 0;
    }
    OWNED(memory) char *second = memory_copy(cache->why);
    snprintf(cache->why, CACHE_WHY, "%s; nor is there a folder below TMPDIR: %s", first, second);
    return -1;
}

static int check_folder(struct cache *cache)
{
    if (!strchr(cache->folder, ':'))
        return 0;
    snprintf(cache->why, CACHE_WHY,
             "%.200s: has a colon in its name, which LD_LIBRARY_PATH cannot contain: set "
             "XDG_CACHE_HOME and TMPDIR to other folders",
             cache->folder);
    return -1;
}

enum verb_exit provide_standins(struct cache *cache, const struct provide *what)
{
    struct wanted wanted = {0};

    *cache = (struct cache){0};
    if (read_names(&wanted, what->lazy) != 0)
        return verb_unreadable("run", what->lazy + 1, strerror(errno));
    private_folder_clean();
    open_targets(&wanted, what->program);
    read_sites(&wanted, what->sites);
    find_all(&wanted);
    enum verb_exit status = what->sites ? VERB_OK : check_names(&wanted);
    if (status == VERB_OK && (fill(cache, what, &wanted) != 0 || check_folder(cache) != 0))
        status = verb_unreadable("run", NULL, cache->why);
    if (status == VERB_OK && wanted.all && !what->sites)
        report_nothing(&wanted);
    found_free(&wanted.found);
    strings_free(&wanted.sites);
    strings_free(&wanted.names);
    free(wanted.lazy);
    return status;
}
