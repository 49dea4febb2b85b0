/* Rules on stand-ins, which replace a library: LN113, LN127 and LN128.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/standin.h"
#include "tool/rules/grouped.h"

/* What is wrong with the stand-ins of an environment. */
struct report {
    int unfit;                         /* 1: only stand-ins whose real library lacks a function */
    size_t count;                      /* of reported stand-ins */
    struct strings evidence, commands; /* the lines of the finding */
    char *first; /* about the first one: "the stand-in of libnccl.so.2 has 3 functions" */
};

/* Adds the command that restores the real file, from the package that installed it if possible. */
static void add_remedy(struct examination *at, struct strings *commands, const char *path,
                       const char *soname)
{
    OWNED(memory) char *install = packages_again_of(at->machine, path);

    if (!install)
        install = packages_install_soname(at->machine, NULL, soname, 0);
    if (install)
        packages_add_command(commands, install);
}

/* Adds the lines on a stand-in; with `unfit`, only if the real library lacks a function of it. */
static void look_at(struct examination *at, const char *path, struct report *to)
{
    const struct elf_file *file = machine_elf(at->machine, path);

    if (!file)
        return;
    const struct target target = target_as(at->machine->target, path, file);
    OWNED(standin) struct standin real = standin_look(&target, file);
    OWNED(memory) char *missing = standin_missing(&real);

    if (to->unfit && !real.missing.count)
        return;
    if (to->unfit) {
        strings_print(&to->evidence, "%s, made from %s", path, real.made_from);
        strings_print(&to->evidence, "%s (%s) lacks %s", real.path, real.found_via, missing);
    } else if (real.path) {
        strings_print(&to->evidence, "%s: %s (%s) is loaded at the first call", path, real.path,
                      real.found_via);
    } else {
        strings_print(&to->evidence, "%s: the real %s is not found", path, file->soname);
    }
    if (to->unfit || !real.path)
        add_remedy(at, &to->commands, path, file->soname);
    if (to->count++ == 0)
        to->first = memory_print("the stand-in of %s has %zu function%s", file->soname,
                                 real.missing.count, real.missing.count == 1 ? "" : "s");
}

static struct report look_at_all(struct examination *at, int unfit)
{
    const struct environment *all = environment_read(at->facts);
    struct report report = {.unfit = unfit};

    for (size_t i = 0; i < all->standins.count; i++)
        look_at(at, all->standins.list[i], &report);
    return report;
}

/* Adds the lines to the finding, if there is one, and frees them. */
static void add_lines(struct examination *at, struct report *report)
{
    for (size_t i = 0; i < report->evidence.count; i++)
        rule_line(at, "%s", report->evidence.list[i]);
    for (size_t i = 0; i < report->commands.count; i++)
        rule_help(at, "%s", report->commands.list[i]);
    strings_free(&report->evidence);
    strings_free(&report->commands);
    free(report->first);
}

FINDING(LN127, "stood-in", NOTE, "libraries are stand-ins",
        "Each of these files has a library's names and functions, and loads nothing until one of "
        "them is called; then it searches for the real library. If that is missing, each call "
        "returns the library's error code, or stops the program with the reason.",
        "nothing, if each finds its real library, or is not called", "docs/stand-ins.md")
{
    size_t count = environment_read(at->facts)->standins.count;
    struct report report = look_at_all(at, 0);

    if (count)
        rule_add(at, "LN127", "%zu librar%s", count,
                 count == 1 ? "y is a stand-in" : "ies are stand-ins");
    add_lines(at, &report);
}

FINDING(LN128, "stand-in-unfit", WARNING, "a stand-in has functions that the real library lacks",
        "The stand-in was made from another release than it finds, or from another build of it. "
        "Programs that need such a function start, because the stand-in has it, and the call "
        "returns the library's error, or stops with the reason.",
        "install the release that the stand-in was made from, or make the stand-in anew",
        "docs/stand-ins.md")
{
    struct report report = look_at_all(at, 1);

    if (report.count == 1)
        rule_add(at, "LN128", "%s that the real one lacks", report.first);
    else if (report.count)
        rule_add(at, "LN128", "%zu stand-ins have functions that their real libraries lack",
                 report.count);
    add_lines(at, &report);
}

/* Returns the stand-in of a library in a folder, or NULL. The caller frees it. */
static char *look_in(struct examination *at, const struct lazynccl_description *library,
                     const char *folder)
{
    for (int s = 0; library->sonames[s]; s++) {
        char *path = memory_print("%s/%s", folder, library->sonames[s]);
        OWNED(memory) char *whole = view_inside(at->machine->target, path);

        if (whole && elf_file_stands_in(whole) == 1)
            return path;
        free(path);
    }
    return NULL;
}

/* Returns the stand-in that a variable selects: LD_LIBRARY_PATH names its folder, or PYTHONPATH the
 * site-packages folder that it replaces. */
static char *standin_set_up(struct examination *at, const struct lazynccl_description *library,
                            const char *variable, int is_python)
{
    OWNED(strings) struct strings path = machine_list(at->machine, variable);
    char *found = NULL;

    for (size_t e = 0; e < path.count && !found; e++) {
        if (!is_python)
            found = look_in(at, library, path.list[e]);
        for (int w = 0; is_python && library->wheels[w] && !found; w++) {
            OWNED(memory) char *folder = memory_print("%s/%s", path.list[e], library->wheels[w]);

            found = look_in(at, library, folder);
        }
    }
    return found;
}

/* Returns 1 if the file's own search path finds a real copy of a library that lazynccl knows. */
static int is_past_standins(const struct binding *binding)
{
    const struct candidate *given = binding_given(binding);

    return binding->vendor.library && given && given->verdict == VERDICT_USABLE &&
           (given->via == LAZYNCCL_VIA_RPATH || given->via == LAZYNCCL_VIA_RUNPATH);
}

FINDING(LN113, "stand-in-bypassed", WARNING, "a stand-in is set up but bypassed",
        "A module's DT_RPATH or an absolute path precedes LD_LIBRARY_PATH, and only code that "
        "opens libraries from Python sees a stand-in in PYTHONPATH. The module gets the real "
        "library as before.",
        "patchelf --replace-needed the module's library with a renamed stand-in",
        "docs/search-order.md")
{
    static const char *const variables[] = {"LD_LIBRARY_PATH", "PYTHONPATH"};
    const struct environment *all = environment_read(at->facts);

    for (size_t i = 0; i < all->bindings.count; i++) {
        const struct binding *binding = &all->bindings.list[i];
        const struct candidate *given = binding_given(binding);

        for (int v = 0; v < 2 && is_past_standins(binding); v++) {
            const struct lazynccl_description *library = binding->vendor.library;
            OWNED(memory) char *path = standin_set_up(at, library, variables[v], v);

            if (!path)
                continue;
            rule_add(at, "LN113", "%s bypasses the stand-in for %s",
                     strings_base_name(binding->file), library->title);
            rule_line(at, "%s", binding->file);
            rule_line(at, "%s (%s) is the stand-in", path, variables[v]);
            rule_evidence(at, library, given);
        }
    }
}
