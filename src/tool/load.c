/* Loads files in children of the target's Python.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/load.h"
#include "common/machine/child.h"
#include "common/machine/packages.h"
#include "common/text/memory.h"
#include "runtime/search/path.h"
#include <signal.h>
#include <unistd.h>

enum { SECONDS = 300 }; /* a large package on a cold network file system takes minutes */

/* What Python runs. It imports packages and opens files, each in a separate child, because a file
 * may crash. Each child that survives writes a line: the number of its file, and ld.so's message if
 * the file does not load. The last byte and the status show child_run() that the program ended. */
static const char script[] =
    "import ctypes, importlib, os, sys\n"
    "names, *files = sys.argv[1:]\n"
    "for name in names.split():\n"
    "    try: importlib.import_module(name)\n"
    "    except BaseException: pass\n"
    "for file in files:\n"
    "    number, path = file.split(' ', 1)\n"
    "    if not os.fork():\n"
    "        said = ''\n"
    "        try: ctypes.CDLL(path)\n"
    "        except OSError as error: said = ' '.join(str(error).split())\n"
    "        os.write(3, f'{number} {said}\\n'.encode())\n"
    "        os._exit(0)\n"
    "    os.wait()\n"
    "os.write(3, b'\\0')\n"
    "os._exit(77)\n";

static int start(void *context, FILE *to)
{
    dup2(fileno(to), 3);
    execv(*(char **)context, context);
    return 0;
}

/* Adds the packages of a wheel; if it has none, those of the distributions that require it. */
static void add_users(struct facts *facts, struct distribution *wheel, const char *path,
                      struct strings *packages)
{
    OWNED(memory) char *site = memory_copy_part(path, lazynccl_site_length(path));
    const char *name = distribution_metadata(facts->machine, wheel)->name;

    distribution_packages(facts->machine, wheel, packages);
    if (packages->count || !name)
        return;
    for (struct distribution *at = distributions_of(facts->machine, site); at; at = at->next)
        if (dist_info_brings(distribution_metadata(facts->machine, at), name, ""))
            distribution_packages(facts->machine, at, packages);
}

/* Returns what Python imports for a file, to be freed: for a module, its name; for a file in a
 * NAME.libs of auditwheel, all packages that use the wheel; else the package of the top folder. */
static char *import_name(struct facts *facts, const char *path, int is_module)
{
    const char *inside = path + lazynccl_site_length(path) + 1;
    size_t folder = (size_t)(strings_base_name(inside) - inside);
    struct distribution *owner =
        is_module || !strstr(inside, ".libs/") ? NULL : packages_of(facts->machine, path);
    OWNED(strings) struct strings packages = {0};

    if (owner)
        add_users(facts, owner, path, &packages);
    if (packages.count)
        return strings_join(&packages, " ");
    char *name = memory_copy_part(inside, is_module ? folder + strcspn(inside + folder, ".")
                                                    : strcspn(inside, "/"));
    for (char *at = name; (at = strchr(at, '/'));)
        *at = '.';
    return name;
}

/* Returns the Python of the environment that has the file, to be freed. */
static char *python_of(struct facts *facts, const char *path)
{
    OWNED(memory) char *prefix = view_prefix(path);
    OWNED(memory) char *python = memory_print("%s/bin/python3", prefix ? prefix : "");

    return memory_copy(machine_has(facts->machine, python) ? python
                                                           : facts->machine->target->program);
}

static void set_said(struct examined *file, const char *said)
{
    free(file->said);
    file->said = memory_copy(said);
    file->verdict = *said ? FILE_FAILS : FILE_LOADS;
}

/* Records why the import of a module did not return. SIGABRT does not come from ld.so: the package
 * or a constructor has called abort(). The module then loads if its closure says so. */
static void record_end(struct examined *file, const struct child *child)
{
    int is_aborted = child->end == CHILD_KILLED && child->status == SIGABRT;

    set_said(file, is_aborted && file->before_load == FILE_LOADS ? "" : child_end_text(child));
}

/* Imports the packages in `name`, then opens files that have not loaded so far: only the module
 * `user` if `is_alone`, otherwise all files of its environment that are not modules. */
static void load_after(struct facts *facts, const char *name, struct examined *user, int is_alone)
{
    static const struct child_limit limit = {.seconds = SECONDS};
    const struct verdicts *all = verdicts_read(facts);
    size_t site = lazynccl_site_length(user->path);
    OWNED(strings) struct strings words = {0};
    OWNED(memory) char *python = python_of(facts, user->path);

    strings_print(&words, "%s", python);
    strings_print(&words, "-c");
    strings_print(&words, "%s", script);
    strings_print(&words, "%s", name);
    for (size_t i = 0; i < all->count; i++) {
        const struct examined *file = &all->list[i];

        if (file->said && *file->said && strncmp(file->path, user->path, site) == 0 &&
            (is_alone ? file == user : !file->is_module))
            strings_print(&words, "%zu %s", i, file->path);
    }
    if (words.count == 4) /* only Python, -c, the script and the packages */
        return;
    *MEMORY_ADD(words.list, words.count) = NULL;
    struct child child = child_run(start, words.list, &limit);
    words.count--;
    if (is_alone && child.end != CHILD_RETURNED)
        record_end(user, &child);
    for (char *at = child.said; at && *at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL) {
        char *end;
        size_t number = strtoul(at, &end, 10);
        OWNED(memory) char *said = memory_copy_part(end, strcspn(end, "\n"));

        if (*said == ' ' && number < all->count)
            set_said(&all->list[number], said + 1);
    }
    free(child.said);
}

/* Imports each package that requires an NVIDIA package, and opens the files that have not loaded so
 * far after each import. `packages` lists those imported before; adds the new ones to it. */
static void load_after_users(struct facts *facts, struct strings *packages, struct examined *file)
{
    OWNED(memory)
    char *site = memory_copy_part(file->path, lazynccl_site_length(file->path));
    struct distribution *at = distributions_of(facts->machine, site);

    for (; at; at = at->next) {
        const struct strings *requires = &distribution_metadata(facts->machine, at)->requires;
        OWNED(strings) struct strings own = {0};

        for (size_t i = 0; i < requires->count && !own.count; i++)
            if (strings_length_of_first("nvidia-|cuda-", requires->list[i]) && !at->is_nvidia)
                distribution_packages(facts->machine, at, &own);
        for (size_t i = 0; i < own.count; i++) {
            if (strings_has(packages, own.list[i]))
                continue;
            strings_print(packages, "%s", own.list[i]);
            load_after(facts, own.list[i], file, 0);
        }
    }
}

/* Imports each module that does not load alone. Other such files fail until load_others(). */
static void load_modules(struct facts *facts, const struct verdicts *all)
{
    for (size_t i = 0; i < all->count; i++) {
        struct examined *file = &all->list[i];
        OWNED(memory) char *name = import_name(facts, file->path, 1);

        if (file->is_alone || !lazynccl_site_length(file->path))
            continue;
        file->before_load = file->verdict;
        set_said(file, "no import opens what it needs");
        if (file->is_module)
            load_after(facts, name, file, 1);
    }
}

/* Opens the other files after their own packages, then after all packages that use NVIDIA's. */
static void load_others(struct facts *facts, const struct verdicts *all)
{
    OWNED(strings) struct strings packages = {0};

    for (size_t i = 0; i < all->count; i++) {
        struct examined *user = &all->list[i];
        size_t site = lazynccl_site_length(user->path);
        int is_below = site && strchr(user->path + site + 1, '/');
        OWNED(memory) char *package = is_below ? import_name(facts, user->path, 0) : NULL;

        if (!package || strings_has(&packages, package) || !(user->is_module || user->said))
            continue;
        strings_print(&packages, "%s", package);
        load_after(facts, package, user, 0);
    }
    for (size_t i = 0; i < all->count; i++)
        if (all->list[i].said && *all->list[i].said && !all->list[i].is_module)
            load_after_users(facts, &packages, &all->list[i]);
}

void load_files(struct facts *facts)
{
    const struct verdicts *all = verdicts_read(facts);

    facts->is_loaded = 1;
    load_modules(facts, all);
    load_others(facts, all);
    for (size_t i = 0; i < all->count; i++) {
        struct examined *file = &all->list[i];
        const struct examined *asks = file->asks ? verdict_of_file(facts, file->asks) : NULL;

        /* rules/needs.c explains this failure better than ld.so's message does */
        if (file->before_load == FILE_FAILS && *file->said && (file->is_module || file->soname) &&
            !(asks && asks->said && !*asks->said)) {
            free(file->said);
            file->said = NULL;
        }
    }
}
