/* Rules on settings: LN114, 116, 122, 123, 130, 131, 132, 136, 406.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/text/nearest.h"
#include "runtime/search/path.h"
#include "tool/rules/absent.h"
#include "tool/rules/rule.h"
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

FINDING(LN116, "relative-library-path", WARNING, "LD_LIBRARY_PATH has an empty or relative element",
        "An empty element (a colon at either end, or two in a row) or a relative one means the "
        "current folder of each program that runs: it loads libraries from wherever it was "
        "started. `LD_LIBRARY_PATH=$LD_LIBRARY_PATH:/x` has one if the variable was unset.",
        "write ${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}/x, and only absolute paths",
        "NVIDIA/cuda-python#792")
{
    OWNED(strings) struct strings elements = machine_list(at->machine, "LD_LIBRARY_PATH");

    for (size_t i = 0; i < elements.count; i++) {
        const char *element = elements.list[i];

        if (*element == '/' || *element == '$')
            continue;
        rule_add(at, "LN116", "LD_LIBRARY_PATH has %s element",
                 *element ? "a relative" : "an empty");
        rule_line(at, "LD_LIBRARY_PATH=%s", machine_variable(at->machine, "LD_LIBRARY_PATH"));
        break;
    }
}

FINDING(LN114, "setting-refused", ERROR, "lazynccl refuses a setting",
        "A relative path would mean another file in each folder that the program is started in; an "
        "unknown location may be a misspelling of the intended one; if nothing of a list exists, "
        "the list is wrong. In each case the library is absent, and its error gives this reason.",
        "correct or unset the variable", "docs/environment.md")
{
    OWNED(strings) struct strings said = {0}; /* each mistake is reported for one library */

    for (const struct lazynccl_description *desc = NULL; (desc = nvidia_next(desc));) {
        const struct search_result *result = facts_search_result(at->facts, desc->name);
        const struct candidate *excluded = absent_excluded_by_cuda(at, result);

        if (excluded && !strings_has(&said, "LAZYNCCL_CUDA")) {
            strings_add_once(&said, "LAZYNCCL_CUDA");
            rule_add(at, "LN114", "lazynccl refuses a setting");
            rule_line(at, "LAZYNCCL_CUDA=%s excludes %s",
                      machine_variable(at->machine, "LAZYNCCL_CUDA"),
                      machine_shown(at->machine, excluded->path));
        }
        for (int i = 0; i < result->count; i++) {
            const char *outcome = result->looks[i].outcome, *file = strstr(outcome, " named like ");
            OWNED(memory)
            char *mistake =
                memory_copy_part(outcome, file ? (size_t)(file - outcome) : strlen(outcome));

            if (result->looks[i].verdict != VERDICT_REFUSED || strings_has(&said, mistake))
                continue;
            strings_add_once(&said, mistake);
            rule_add(at, "LN114", "lazynccl refuses a setting");
            rule_line(at, "%s", outcome);
        }
    }
}

/* Returns why a search of this folder finds nothing, or NULL if it can find something. */
static const char *fault_of(struct examination *at, const char *folder)
{
    OWNED(memory) char *inside = view_inside(at->machine->target, folder);
    struct stat facts;

    if (!inside || stat(inside, &facts) != 0)
        return inside && errno == EACCES ? "cannot be read by this user" : "does not exist";
    if (!S_ISDIR(facts.st_mode))
        return "is not a folder";
    return access(inside, X_OK) == 0 ? NULL : "cannot be read by this user";
}

FINDING(LN122, "folder-useless", NOTE, "a variable names a folder that nothing can be found in",
        "The folder does not exist, is a file, or may not be read by this user. The dynamic linker "
        "and lazynccl continue with the next one, so another copy may be used than the "
        "intended one.",
        "correct the variable, or ask the folder's owner for permission to read it",
        "glibc 2.36 elf/dl-load.c, open_path")
{
    static const char *const variables[] = {"LD_LIBRARY_PATH", "CUDA_PATH", "CUDA_HOME",
                                            "CONDA_PREFIX", "VIRTUAL_ENV"};

    for (size_t v = 0; v < sizeof variables / sizeof *variables; v++) {
        OWNED(strings) struct strings folders = machine_list(at->machine, variables[v]);
        int said = 0;

        for (size_t i = 0; i < folders.count; i++) {
            const char *fault = *folders.list[i] == '/' ? fault_of(at, folders.list[i]) : NULL;

            if (fault && !said++)
                rule_add(at, "LN122", "%s names a folder that nothing can be found in",
                         variables[v]);
            if (fault)
                rule_line(at, "%s: %s", folders.list[i], fault);
        }
    }
}

/* Returns 1 if an entry is a folder, matches a library, or is covered by LN114, LN123 or LN131. */
static int entry_is_used(struct examination *at, const char *entry)
{
    const char *path = lazynccl_path_of_entry(entry);
    OWNED(memory)
    char *name = path > entry ? memory_copy_part(entry, (size_t)(path - entry) - 1) : NULL;
    OWNED(memory) char *inside = *path == '/' ? view_inside(at->machine->target, path) : NULL;

    if (!inside || (!name && (lazynccl_is_folder(inside) || access(inside, F_OK) != 0)))
        return 1;
    for (const struct lazynccl_description *desc = NULL; (desc = nvidia_next(desc));)
        if (name
                ? strcmp(name, desc->name) == 0
                : search_result_of_entry(facts_search_result(at->facts, desc->name), entry) != NULL)
            return 1;
    return 0;
}

FINDING(LN130, "libpath-entry-unused", WARNING, "an entry of LAZYNCCL_LIBPATH is for no library",
        "The file does not have the name of a library that lazynccl knows, and no word before `=` "
        "assigns it to one. Or an earlier entry names a file of the same library, or the word "
        "before `=` is not the name of a library. A program that contains lazynccl for another "
        "library, such as a copy made by `lazynccl vendor`, may still use the entry.",
        "correct the entry, or assign the file: LAZYNCCL_LIBPATH=nccl=/path/to/file",
        "docs/environment.md")
{
    OWNED(strings) struct strings entries = machine_list(at->machine, "LAZYNCCL_LIBPATH");

    for (size_t i = 0; i < entries.count; i++) {
        if (entry_is_used(at, entries.list[i]))
            continue;
        rule_add(at, "LN130", "an entry of LAZYNCCL_LIBPATH is for no library");
        rule_line(at, "LAZYNCCL_LIBPATH: %s", entries.list[i]);
    }
}

FINDING(LN131, "libpath-entry-skipped", NOTE, "LAZYNCCL_LIBPATH has entries that are skipped",
        "A folder that does not exist and an empty entry are skipped, as in PATH, because one list "
        "often serves many machines. `LAZYNCCL_LIBPATH=/x:$LAZYNCCL_LIBPATH` has an empty entry if "
        "the variable was unset. A missing folder may be a misspelling of the intended one.",
        "remove the entries, or create the folders", "docs/environment.md")
{
    OWNED(strings) struct strings entries = machine_list(at->machine, "LAZYNCCL_LIBPATH");
    OWNED(strings) struct strings kept = {0}, skipped = {0};

    for (size_t i = 0; i < entries.count; i++) {
        const char *entry = entries.list[i], *path = lazynccl_path_of_entry(entry);

        if (*entry && *path != '/')
            return; /* LN114 */
        if (!*entry)
            strings_print(&skipped, "an empty entry");
        else if (!machine_has(at->machine, path) && !strstr(strings_base_name(path), ".so"))
            strings_print(&skipped, "%s: does not exist", path);
        else
            strings_add_word(&kept, entry);
    }
    if (!skipped.count || !kept.count)
        return; /* LN114 reports a list of which no entry exists */
    OWNED(memory) char *list = strings_join(&kept, ":");
    rule_add(at, "LN131", "LAZYNCCL_LIBPATH has %s skipped",
             skipped.count == 1 ? "an entry that is" : "entries that are");
    for (size_t i = 0; i < skipped.count; i++)
        rule_line(at, "%s", skipped.list[i]);
    rule_help(at, "LAZYNCCL_LIBPATH=%s", list);
}

FINDING(LN123, "libpath-file-unusable", ERROR, "LAZYNCCL_LIBPATH names a file that cannot be used",
        "A file that is named there, or the first of its name in a folder, is taken or nothing: no "
        "other location is searched, and the library's functions are absent although another copy "
        "may be installed.",
        "correct or unset LAZYNCCL_LIBPATH", "docs/environment.md")
{
    for (const struct lazynccl_description *desc = NULL; (desc = nvidia_next(desc));) {
        const struct search_result *result = facts_search_result(at->facts, desc->name);
        const struct candidate *named = search_result_named(result);

        if (!named || named->verdict == VERDICT_USABLE)
            continue;
        rule_add(at, "LN123", "lazynccl finds no %s: the file in LAZYNCCL_LIBPATH cannot be used",
                 result->library->title);
        rule_line(at, "%s: %s", machine_shown(at->machine, named->path), named->outcome);
    }
}

/* Returns 1 if a file's name is the SONAME of another major release than the SONAME in the file. */
static int contradicts(const char *file, const char *soname)
{
    size_t stem = strcspn(file, ".");

    return strncmp(file + stem, ".so.", 4) == 0 && strncmp(file, soname, stem) == 0 &&
           strncmp(soname + stem, ".so.", 4) == 0 &&
           atoi(file + stem + 4) != atoi(soname + stem + 4);
}

FINDING(LN136, "named-file-of-other-release", NOTE,
        "the file in LAZYNCCL_LIBPATH is of another release than its name says",
        "A file that is named there is taken whatever its SONAME, so a link or a copy under "
        "another number's name leads to other functions than expected.",
        "name the file by its SONAME", "docs/environment.md")
{
    for (const struct lazynccl_description *desc = NULL; (desc = nvidia_next(desc));) {
        const struct candidate *named =
            search_result_named(facts_search_result(at->facts, desc->name));
        const struct elf_file *file =
            named && named->verdict == VERDICT_USABLE ? elf_cache_get(named->path, NULL) : NULL;

        if (!file || !file->soname || !contradicts(strings_base_name(named->path), file->soname))
            continue;
        rule_add(at, "LN136", "LAZYNCCL_LIBPATH names a file whose SONAME is %s", file->soname);
        rule_line(at, "%s", machine_shown(at->machine, named->path));
    }
}

/* Counts the functions of a library that a file defines. */
static int count_defined(const struct elf_file *file, const struct lazynccl_description *desc)
{
    int count = 0;

    for (size_t i = 0; i < file->symbol_count; i++)
        if (file->symbols[i].defined && lazynccl_symbol_index(desc, file->symbols[i].name) >= 0)
            count++;
    return count;
}

/* Reports a preloaded file that defines functions of a library. The library itself is reported only
 * if LAZYNCCL_LIBPATH names another copy. */
static void check_preloaded(struct examination *at, const char *path,
                            const struct lazynccl_description *desc)
{
    OWNED(memory) char *inside = *path == '/' ? view_inside(at->machine->target, path) : NULL;
    const struct elf_file *file = inside ? elf_cache_get(inside, NULL) : NULL;
    const struct search_result *result = facts_search_result(at->facts, desc->name);
    const struct candidate *taken = search_result_taken(result);
    int is_library = file && file->soname && lazynccl_name_bears_any(desc->sonames, file->soname);
    int count = file && !file->exports_lazynccl ? count_defined(file, desc) : 0;

    if (!count || (taken && lazynccl_same_file(taken->path, inside)) ||
        (is_library && !search_result_named(result)))
        return;
    rule_add(at, "LN132", "%s is preloaded and defines functions of %s", strings_base_name(path),
             desc->title);
    rule_line(at, "%s: %d of %d functions", path, count, desc->count);
    if (taken)
        rule_line(at, "%s is the %s that lazynccl opens as well",
                  machine_shown(at->machine, taken->path), desc->title);
}

FINDING(LN132, "interposed", NOTE, "a preloaded object defines a library's functions",
        "Calls of these functions reach the preloaded object instead of the library that lazynccl "
        "opens. A tracer passes them on. A replacement, or a second copy of the library, does not: "
        "if it lacks some functions, those reach the other copy, to which the objects of the first "
        "are invalid.",
        "unset LD_PRELOAD, unless that is wanted", "ld.so(8), docs/adopting.md")
{
    OWNED(strings)
    struct strings paths = strings_words(machine_variable(at->machine, "LD_PRELOAD"), " :");

    for (size_t i = 0; i < paths.count; i++)
        for (const struct lazynccl_description *desc = NULL; (desc = nvidia_next(desc));)
            check_preloaded(at, paths.list[i], desc);
}

/* The variables of ld.so that people set. */
static const char *const linker_names[] = {"LD_AUDIT", "LD_BIND_NOT",     "LD_BIND_NOW",
                                           "LD_DEBUG", "LD_LIBRARY_PATH", "LD_PRELOAD"};

struct comparison {
    struct nearest *best;
    const char *name;
};

static void try_name(void *context, const struct variable_row *row)
{
    struct comparison *comparison = context;

    if (strncmp(row->name, "LAZYNCCL_", 9) == 0)
        nearest_try(comparison->best, comparison->name, row->name);
}

/* Other programs have LD_ variables as well: only names close to one of ld.so's are reported. */
static void check_variable(struct examination *at, const char *name)
{
    int ours = strncmp(name, "LAZYNCCL_", 9) == 0;
    struct nearest best = {NULL, ours ? 4 : 3};

    if (ours)
        variables_each(try_name, &(struct comparison){&best, name});
    else if (strncmp(name, "LD_", 3) == 0)
        for (size_t n = 0; n < sizeof linker_names / sizeof *linker_names; n++)
            nearest_try(&best, name, linker_names[n]);
    if (best.name ? best.far == 0 : !ours)
        return;
    rule_add(at, "LN406", "%s is not a setting of %s", name, ours ? "lazynccl" : "ld.so");
    rule_line(at, "%s=%s", name, machine_variable(at->machine, name));
    if (strcmp(name, "LAZYNCCL_NET_RECORD") == 0)
        rule_help(at, "unset %s, which 0.2 removed; lazynccl run --trace shows NCCL's calls", name);
    else if (best.name)
        rule_help(at, "did you mean %s?", best.name);
}

FINDING(LN406, "setting-unknown", WARNING, "a variable is unknown to lazynccl or to ld.so",
        "Nothing reads it: the name is misspelt, or of another release. The intended setting keeps "
        "its default.",
        "correct or unset it", "docs/environment.md; ld.so(8)")
{
    const char *entry;

    for (size_t i = 0; (entry = at->machine->target->environment[i]); i++) {
        OWNED(memory) char *name = memory_copy_part(entry, strcspn(entry, "="));

        check_variable(at, name);
    }
}
