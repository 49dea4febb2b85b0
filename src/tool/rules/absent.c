/* Findings of the verb find: LN120 and LN121.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/rules/absent.h"
#include "common/files/root.h"
#include "common/machine/python.h"
#include <unistd.h>

FINDING_OF("lazynccl find", LN120, "no-usable-copy", ERROR,
           "lazynccl finds no copy of a library that will do",
           "No search location has a usable file of the library's name that is new enough. "
           "Functions of the library are then absent: each call returns the library's error. "
           "`lazynccl find -v` shows every candidate.",
           "install the library's package, or name its file in LAZYNCCL_LIBPATH",
           "docs/search-order.md")

FINDING_OF(
    "lazynccl find", LN121, "library-does-not-load", ERROR, "a library does not load",
    "`lazynccl find --load` opened it in a child process, which crashed, ended or took too "
    "long, or the dynamic linker refused it. A program that opens it fails in the same way; only "
    "`find --load` checks this.",
    "install the library's package again, or another release of it", "src/tool/find/find.c")

static int is_evidence(const struct search_result *found, int look)
{
    return !search_result_is_repeated(found, look) && !candidate_is_idle(&found->looks[look]);
}

static int has_evidence(const struct search_result *found)
{
    for (int i = 0; i < found->count; i++)
        if (is_evidence(found, i))
            return 1;
    return 0;
}

/* Adds the files that were examined, and why each cannot be used. */
static void add_evidence(struct examination *at, const struct search_result *found)
{
    for (int i = 0; i < found->count; i++) {
        const struct candidate *look = &found->looks[i];

        if (!is_evidence(found, i))
            continue;
        if (look->path)
            rule_line(at, "%s (%s): %s", machine_shown(at->machine, look->path), look->found_via,
                      look->outcome);
        else
            rule_line(at, "%s: %s", look->found_via, look->outcome);
    }
    if (!has_evidence(found))
        rule_line(at, "no search location has a file of its name: lazynccl find -v %s",
                  found->library->name);
}

char *absent_user_copy(struct examination *at, const struct lazynccl_description *desc)
{
    OWNED(memory) char *base = python_user_base(at->machine->target);
    OWNED(memory) char *lib = memory_print("%s/lib", base);
    OWNED(strings) struct strings names = {0};

    machine_names(at->machine, lib, &names);
    for (size_t i = 0; desc && i < names.count; i++)
        for (int w = 0; desc->wheels[w]; w++) {
            OWNED(memory)
            char *path = memory_print("%s/%s/site-packages/%s/%s", lib, names.list[i],
                                      desc->wheels[w], desc->sonames[0]);

            if (machine_has(at->machine, path))
                return memory_print("%s: not searched, because a virtual environment is active",
                                    path);
        }
    return NULL;
}

/* Lists the folders in which environments in PATH may have a library. */
static void list_elsewhere(struct machine *machine, const struct lazynccl_description *desc,
                           struct strings *folders)
{
    OWNED(strings) struct strings path = machine_list(machine, "PATH");
    struct target python;
    const char *why = target_open(&python, &(struct target_choice){.root = machine->target->root});

    for (size_t i = 0; i < path.count; i++) { /* a conda environment may have no Python */
        OWNED(memory) char *prefix = memory_folder(path.list[i]);
        OWNED(memory) char *meta = memory_print("%s/conda-meta", prefix ? prefix : "");

        if (machine_has(machine, meta))
            strings_print(folders, "%s/lib", prefix);
    }
    for (int i = 0; !why && i < python.site_count; i++)
        for (int w = 0; desc->wheels[w]; w++)
            strings_print(folders, "%s/%s", python.sites[i], desc->wheels[w]);
}

char *absent_elsewhere(struct examination *at, const struct lazynccl_description *desc,
                       const char *soname, const char *variable)
{
    OWNED(strings) struct strings folders = {0};
    OWNED(memory) char *export = NULL;

    if (desc && !packages_have_pip(at->machine))
        list_elsewhere(at->machine, desc, &folders);
    for (size_t i = 0; i < folders.count && !export; i++)
        for (int s = 0; desc->sonames[s]; s++) {
            OWNED(memory) char *file = memory_print("%s/%s", folders.list[i], desc->sonames[s]);

            if (!export && (!soname || strcmp(soname, desc->sonames[s]) == 0) &&
                machine_elf(at->machine, file))
                export = machine_export_first(at->machine, variable, folders.list[i]);
        }
    return export ? memory_print("%s     (an environment in PATH has it)", export) : NULL;
}

/* Returns the command that makes a candidate's file usable again, or NULL: a reinstallation,
 * because a plain pip install would do nothing, or chmod. */
static char *mend(struct examination *at, const struct candidate *look)
{
    const char *path = look->path ? machine_shown(at->machine, look->path) : NULL;

    if (!path || !(candidate_is_broken(look) || look->verdict == VERDICT_WRONG_ARCH ||
                   look->verdict == VERDICT_IS_LAZYNCCL))
        return NULL;
    return access(look->path, F_OK) == 0 && access(look->path, R_OK) != 0
               ? machine_permit(path)
               : packages_again_of(at->machine, path);
}

static char *install_again(struct examination *at, const struct search_result *found)
{
    char *again = NULL;

    for (int i = 0; i < found->count && !again; i++)
        again = mend(at, &found->looks[i]);
    return again ? again : packages_again_lost(at->machine, *found->library->sonames);
}

/* Returns 1 if the target's lazynccl searches a location: a small copy in a file has only some. */
static int is_searched(const struct examination *at, const struct search_result *found,
                       const char *location)
{
    const struct elf_file *file = &at->machine->target->file;
    int is_small = file->locations && strings_has(&file->lazynccl, found->library->name);
    OWNED(strings)
    struct strings words = strings_words(is_small ? file->locations : location, ",");

    return strings_has(&words, location);
}

/* Adds the command that installs a library for the target, or the setting that finds it. */
static void add_install(struct examination *at, struct strings *commands,
                        const struct search_result *found)
{
    const struct lazynccl_description *desc = found->library;
    const char *only = machine_variable(at->machine, "LAZYNCCL_CUDA");
    const char *set = is_searched(at, found, "env") ? "LAZYNCCL_LIBPATH" : "LD_LIBRARY_PATH";
    int least = found->minimum, cuda = desc->cuda_named && only ? atoi(only) : 0;
    OWNED(memory) char *install = install_again(at, found);

    if (!install && !least)
        install = absent_elsewhere(at, desc, NULL, set);
    if (!install && !least && !cuda)
        install = packages_install_apt(at->machine, *desc->sonames);
    if (!install && is_searched(at, found, "wheel"))
        install = packages_install(at->machine, desc, cuda, least);
    if (install)
        packages_add_command(commands, install);
}

/* Returns 1 if a setting is the cause, so that installing a package would not help. */
static int is_refused(const struct search_result *found)
{
    for (int i = 0; i < found->count; i++)
        if (found->looks[i].verdict == VERDICT_REFUSED)
            return 1;
    return 0;
}

const struct candidate *absent_excluded_by_cuda(struct examination *at,
                                                const struct search_result *result)
{
    const char *only = machine_variable(at->machine, "LAZYNCCL_CUDA");
    const struct candidate *other = NULL;

    if (only && result->library->cuda_named && !search_result_taken(result))
        other = search_result_taken(facts_unset(at->facts, result->library->name));
    return other && other->version / 10000 != atoi(only) ? other : NULL;
}

/* Adds the commands that install these libraries for the target, each once. */
static void add_installs(struct examination *at, const struct search_result *const *list,
                         size_t count)
{
    OWNED(strings) struct strings commands = {0};

    for (size_t i = 0; i < count; i++)
        add_install(at, &commands, list[i]);
    for (size_t i = 0; i < commands.count; i++)
        rule_help(at, "%s%s", commands.list[i],
                  packages_have_pip(at->machine) || strncmp(commands.list[i], "pip ", 4) != 0
                      ? ""
                      : "     (into an active virtual environment)");
}

/* Adds the commands that install these libraries, or the settings that find them. */
static void add_remedies(struct examination *at, const struct search_result *const *list,
                         size_t count)
{
    const char *search = machine_variable(at->machine, "LAZYNCCL_SEARCH");
    OWNED(strings) struct strings words = strings_split(search && *search ? search : NULL, ',');

    if (search_result_named(list[0])) {
        rule_help(at, "correct or unset LAZYNCCL_LIBPATH");
        return;
    }
    if (is_refused(list[0])) {
        rule_help(at, "correct or unset the variable");
        return;
    }
    if (absent_excluded_by_cuda(at, list[0]))
        rule_help(at, "unset LAZYNCCL_CUDA, which excludes another CUDA's");
    if (packages_noexec(at->machine, *list[0]->library->sonames)) {
        rule_help_noexec(at, packages_noexec(at->machine, *list[0]->library->sonames));
        return;
    }
    if (words.count && !(strings_has(&words, "wheel") && strings_has(&words, "env"))) {
        rule_help(at, "unset LAZYNCCL_SEARCH, which allows these locations only");
        if (!strings_has(&words, "env"))
            return;
    } else if (view_is_musl(&at->machine->target->file)) {
        rule_help(at, "LAZYNCCL_LIBPATH=FILE, a build for musl: NVIDIA's libraries need glibc");
        return;
    } else {
        add_installs(at, list, count);
    }
    if (is_searched(at, list[0], "env"))
        rule_help(at, "LAZYNCCL_LIBPATH=FILE, for a file that is elsewhere");
    else
        rule_help(at, "LD_LIBRARY_PATH=FOLDER, for a file that is elsewhere");
}

static void add_one(struct examination *at, const struct search_result *found)
{
    const char *title = found->library->title, *who = at->machine->target->who;

    if (found->minimum)
        rule_add(at, "LN120", "lazynccl finds no %s %s or later for %s", title,
                 NVIDIA_VERSION(found->library, found->minimum), who);
    else
        rule_add(at, "LN120", "lazynccl finds no %s for %s", title, who);
    add_evidence(at, found);
    OWNED(memory) char *user = absent_user_copy(at, found->library);
    if (user)
        rule_line(at, "%s", user);
    add_remedies(at, &found, 1);
}

/* Returns "NCCL, NVRTC or nvJitLink", for two libraries or more; the caller frees it. */
static char *titles_of(const struct search_result *const *list, size_t count)
{
    OWNED(strings) struct strings titles = {0};

    for (size_t i = 0; i < count - 1; i++)
        strings_print(&titles, "%s", list[i]->library->title);
    OWNED(memory) char *first = strings_join(&titles, ", ");
    return memory_print("%s or %s", first, list[count - 1]->library->title);
}

/* Returns 1 if no location has a file of the library, and nothing else is known. */
static int is_nowhere(const struct search_result *found)
{
    return !found->minimum && !has_evidence(found) && !search_result_named(found);
}

void absent_add(struct examination *at, const struct search_result *const *list, size_t count)
{
    const struct search_result **alike = NULL;
    size_t nowhere = 0;

    for (size_t i = 0; i < count; i++)
        if (is_nowhere(list[i]))
            *MEMORY_ADD(alike, nowhere) = list[i];
    if (nowhere > 1) {
        OWNED(memory) char *titles = titles_of(alike, nowhere);

        rule_add(at, "LN120", "lazynccl finds no %s for %s", titles, at->machine->target->who);
        rule_line(at, "no search location has a file of their names: lazynccl find -v");
        add_remedies(at, alike, nowhere);
    }
    for (size_t i = 0; i < count; i++)
        if (nowhere == 1 || !is_nowhere(list[i]))
            add_one(at, list[i]);
    free(alike);
}

void absent_add_older(struct examination *at, const struct search_result *found, int version)
{
    const struct candidate *taken = search_result_taken(found);

    rule_add(at, "LN120", "lazynccl's %s loads as %s, which is older than wanted",
             found->library->title, NVIDIA_VERSION(found->library, version));
    rule_line(at, "%s (%s)", machine_shown(at->machine, taken->path), taken->found_via);
}

void absent_add_unloadable(struct examination *at, const struct lazynccl_description *desc,
                           const struct candidate *look, const char *who, const char *why)
{
    rule_add(at, "LN121", "%s, which %s would give, does not load: %s", desc->title, who, why);
    rule_line(at, "%s (%s)", machine_shown(at->machine, look->path), look->found_via);
}
