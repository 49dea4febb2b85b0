/* Rules on the libraries that files need: LN103, 104, 107, 115, 117, 124 and 129.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "runtime/search/path.h"
#include "tool/rules/grouped.h"

static void report_unless(struct examination *at, const struct group *group, const char *who)
{
    const struct binding *binding = group->binding;
    const struct lazynccl_description *desc = binding->vendor.library;

    rule_add(at, "LN124",
             "%s would not load with the %s that ld.so finds, but %s loads its own first", who,
             desc->title, binding->first);
    rule_line(at, "%s", group->detail);
    rule_evidence(at, desc, binding_given(binding));
    rule_evidence(at, desc, &binding->preloaded);
}

GROUP_FINDING(
    LN124, needs_check, "works-if-loaded-first", NOTE,
    "a module works only because its package loads the library first",
    "The dynamic linker would give the module a file that it cannot use. Its package opens the "
    "wheel's copy by path before the module (PyTorch from 2.5 on, CuPy 14 and others with "
    "cuda.pathfinder, JAX in its plugins), and the first file loaded under a SONAME serves the "
    "whole process. Another "
    "package that is imported before may load the unusable one.",
    "lazynccl find --import PACKAGE shows what a process gets; remove the unusable file's folder "
    "from LD_LIBRARY_PATH",
    "cuda.pathfinder's load_nvidia_dynamic_lib, cupy/_environment.py of CuPy 14.2, "
    "torch/__init__.py of PyTorch 2.15, pytorch/pytorch#138460")

/* Says what is wrong with the file that ld.so finds, or NULL if nothing. The caller frees it. */
static char *fault_text(const struct candidate *given)
{
    return given && candidate_is_broken(given) ? memory_copy(given->outcome)
           : given && given->missing.count ? memory_print("it lacks %s", candidate_missing(given))
                                           : NULL;
}

/* Returns 1 if the package loads a usable copy before this file. */
static int is_served_by_package(const struct binding *binding)
{
    return binding->first && binding->preloaded.path && !binding->preloaded.missing.count;
}

/* Returns a copy after the one that ld.so finds that has every symbol the file needs, or NULL. */
static const struct candidate *better_after(const struct binding *binding)
{
    for (size_t i = 1; i < binding->candidate_count; i++)
        if (binding->candidates[i].verdict == VERDICT_USABLE &&
            binding->candidates[i].missing.count == 0)
            return &binding->candidates[i];
    return NULL;
}

/* Adds the remedy for a file that no installed package owns, so that none can replace it: put the
 * folder of a newer copy in LD_LIBRARY_PATH, or replace the file. */
static void remedy_file(struct examination *at, const struct binding *binding,
                        const struct candidate *have, int newest)
{
    const struct lazynccl_description *desc = binding->vendor.library;
    const struct candidate *copy = facts_copy(at->facts, desc->name);
    const char *path = machine_shown(at->machine, have->path);
    char version[LAZYNCCL_VERSION_TEXT];
    OWNED(memory)
    char *folder = copy && copy->verdict == VERDICT_USABLE && copy->version >= newest &&
                           copy->version > have->version &&
                           lazynccl_major_of(strings_base_name(copy->path)) ==
                               lazynccl_major_of(binding->soname)
                       ? memory_folder(machine_shown(at->machine, copy->path))
                       : NULL;

    if (folder && have->via != LAZYNCCL_VIA_RPATH)
        rule_help(at, "LD_LIBRARY_PATH=%s", folder);
    else if (newest > have->version)
        rule_help(at, "replace %s by %s %s or later", path, desc->title,
                  lazynccl_version_text(desc, newest, version));
    else
        rule_help(at, "replace %s by the release that %s was built for", path,
                  strings_base_name(binding->file));
}

/* Adds the command that installs a recent enough library. */
static void remedy_release(struct examination *at, const struct binding *binding,
                           const struct candidate *have)
{
    const struct lazynccl_description *desc = binding->vendor.library;
    char install[NVIDIA_INSTALL], version[LAZYNCCL_VERSION_TEXT], wanted[40] = "";
    int newest = 0;

    for (size_t i = 0; i < have->missing.count; i++) {
        int added = undefined_symbol_added(desc, have->missing.list[i]);

        newest = added > newest ? added : newest;
    }
    if (newest > have->version)
        snprintf(wanted, sizeof wanted, ">=%s", lazynccl_version_text(desc, newest, version));
    if (packages_install_conda(at->machine, have->path, binding->soname, wanted, install)) {
        rule_help(at, "%s", install);
        return;
    }
    const char *path = have->path ? machine_shown(at->machine, have->path) : "";
    if (*path == '/' && !lazynccl_site_length(path)) {
        remedy_file(at, binding, have, newest);
        return;
    }
    if (!packages_install_soname(at->machine, binding->file, binding->soname, wanted, install))
        return;
    int any = strncmp(install, "pip install ", 12) == 0 && !*wanted && !strstr(install, "==");
    rule_help(at, "%s%s", any ? "pip install --upgrade" : "", install + (any ? 11 : 0));
}

static void say_missing(struct examination *at, const struct group *group, const char *who)
{
    const struct binding *binding = group->binding;
    const struct lazynccl_description *desc = binding->vendor.library;
    const struct candidate *have = binding_serving(binding), *better = better_after(binding);
    int is_standin = have->verdict == VERDICT_IS_LAZYNCCL;
    char version[LAZYNCCL_VERSION_TEXT], release[80] = "";

    if (desc)
        snprintf(release, sizeof release, "%s%s%s%s", is_standin ? "lazynccl's stand-in for " : "",
                 desc->title, is_standin ? "" : " ",
                 is_standin ? "" : lazynccl_version_text(desc, have->version, version));
    rule_add(at, group->kind->id, "%s will not load: %s%s lacks %s", who,
             desc ? release : strings_base_name(have->path), better ? " comes first and" : "",
             candidate_missing(have));
    rule_evidence(at, desc, have);
    if (desc && better && have->via == LAZYNCCL_VIA_LD_LIBRARY_PATH) {
        rule_help(at, "unset LD_LIBRARY_PATH     (%s of %s has it)",
                  lazynccl_version_text(desc, better->version, version), better->found_via);
        if (desc->suffixed &&
            !is_standin) /* a stand-in has all names and opens the newest library */
            rule_help(at, "lazynccl run -- COMMAND");
    } else if (is_standin) {
        rule_help(at, "make the stand-in anew with a newer lazynccl, or remove it");
    } else if (desc) {
        remedy_release(at, binding, have);
    }
}

GROUP_FINDING(
    LN103, needs_check, "library-too-old", ERROR,
    "a library lacks a function that a module of this environment needs",
    "The module was built against a newer release than the file that the dynamic linker finds "
    "for it. Loading it fails with `undefined symbol`; with lazy binding the process dies at "
    "the first call.",
    "install the release that the module was built for, or remove the older copy from the "
    "linker's search path",
    "pytorch/pytorch#119932, NVIDIA/nccl#1784, pytorch/pytorch#186591")

GROUP_FINDING(
    LN107, needs_check, "nvjitlink-too-old", ERROR,
    "nvJitLink lacks a versioned function that a module of this environment needs",
    "Every release of nvJitLink adds a set of names that contain its version "
    "(__nvJitLinkComplete_12_4); NVIDIA's own libraries need the newest set of their build. The "
    "first nvJitLink in the process serves all of them, and an older one makes the import fail.",
    "make the newer nvJitLink come first: remove the older one from LD_LIBRARY_PATH, or install "
    "the release of the libraries that need it",
    "pytorch/pytorch#134929, pytorch/pytorch#111469, NVIDIA/raft#2948")

/* Returns the copy in the file's own search path if it is newer than the one that ld.so finds, or
 * NULL. */
static const struct candidate *newer_own(const struct binding *binding)
{
    const struct candidate *given = binding_given(binding);

    if (!given || given->via != LAZYNCCL_VIA_LD_LIBRARY_PATH || given->missing.count ||
        given->verdict != VERDICT_USABLE)
        return NULL;
    for (size_t i = 1; i < binding->candidate_count; i++) {
        const struct candidate *own = &binding->candidates[i];

        if (own->via == LAZYNCCL_VIA_RUNPATH && own->verdict == VERDICT_USABLE)
            return own->version > given->version ? own : NULL;
    }
    return NULL;
}

static void say_older_first(struct examination *at, const struct group *group, const char *who)
{
    const struct binding *binding = group->binding;

    rule_add(at, "LN104", "%s get%s an older %s than %s own", who, grouped_s(group),
             binding->vendor.library->title, *grouped_s(group) ? "its" : "their");
    rule_evidence(at, binding->vendor.library, binding_given(binding));
    rule_evidence(at, binding->vendor.library, newer_own(binding));
    rule_help(at, "unset LD_LIBRARY_PATH");
}

GROUP_FINDING(
    LN104, needs_check, "older-copy-first", WARNING,
    "an older copy of a library comes before the module's own",
    "LD_LIBRARY_PATH precedes the RUNPATH that leads to the package's own copy; without a RUNPATH "
    "the linker's cache decides. The release in use is then not the one that pip reports.",
    "remove the older copy's folder from LD_LIBRARY_PATH",
    "infiniflow/ragflow#4466, vllm-project/vllm#4195")

/* Returns a copy of the required major that lazynccl would find although ld.so does not, or NULL.
 */
static const struct candidate *copy_for(struct examination *at, const struct binding *binding)
{
    const struct candidate *copy =
        binding->vendor.library
            ? search_result_taken(facts_unset(at->facts, binding->vendor.library->name))
            : NULL;

    return copy && lazynccl_major_of(strings_base_name(copy->path)) ==
                       lazynccl_major_of(binding->soname)
               ? copy
               : NULL;
}

/* The package that installed a missing library, and the command that reinstalls it. */
struct lost {
    const char *soname;
    char again[NVIDIA_INSTALL]; /* "" if it is not missing */
};

static void take_lost(void *context, const struct dist_info *owner, const char *path)
{
    struct lost *lost = context;

    if (strcmp(strings_base_name(path), lost->soname) == 0)
        packages_again(owner, lost->again);
}

static void say_not_found(struct examination *at, const struct group *group, const char *who)
{
    const struct binding *binding = group->binding;
    const struct candidate *copy = copy_for(at, binding);
    struct lost lost = {.soname = binding->soname};

    packages_lost(at->machine, take_lost, &lost);
    /* unless the user named a file: a copy that only lazynccl finds serves the modules of a package
     * that opens it first, and LN125 reports a missing file */
    if ((copy || *lost.again) && !at->machine->target->from)
        return;
    rule_add(at, group->kind->id, "%s need%s %s, which ld.so does not find", who, grouped_s(group),
             binding->soname);
    if (copy) {
        OWNED(memory) char *folder = memory_folder(machine_shown(at->machine, copy->path));

        rule_evidence(at, binding->vendor.library, copy);
        rule_help(at, "LD_LIBRARY_PATH=%s", folder ? folder : "/");
    } else if (*lost.again ||
               packages_install_conda(at->machine, binding->file, binding->soname, "",
                                      lost.again) ||
               packages_install_soname(at->machine, binding->file, binding->soname, "",
                                       lost.again)) {
        rule_help(at, "%s", lost.again);
    }
}

GROUP_FINDING(
    LN115, needs_check, "library-not-found", WARNING,
    "a module of this environment needs a library that is not found",
    "Loading it fails with `cannot open shared object file: No such file or directory`. Some "
    "packages leave the library to the user: pip installs only what a package declares.",
    "install the package that contains the library",
    "NVIDIA/nccl-tests#85, tensorflow/tensorflow#22899")

/* Returns 1 for a module that its package can do without. */
static int is_optional(const char *file)
{
    static const char *const optional[] = {
        "cupy_backends/cuda/libs/cudnn.",
        "cupy_backends/cuda/libs/cutensor.",
        "cupy_backends/cuda/libs/nccl.",
    };

    for (size_t i = 0; i < sizeof optional / sizeof *optional; i++)
        if (strstr(file, optional[i]))
            return 1;
    return 0;
}

GROUP_FINDING(LN129, needs_check, "optional-library-not-found", NOTE,
              "an optional module needs a library that is not found",
              "The package imports without it: CuPy looks whether its modules of cuDNN, cuTENSOR "
              "and NCCL can be loaded, and does without those that cannot.",
              "install the package that contains the library, if you want what the module does",
              "cupy/cuda/cutensor.py and cupy/cuda/nccl.py of CuPy 13 and 14")

static void say_broken(struct examination *at, const struct group *group, const char *who)
{
    rule_add(at, "LN117", "%s, which %s need%s, cannot be loaded: %s", group->binding->soname, who,
             grouped_s(group), group->detail);
}

GROUP_FINDING(
    LN117, needs_check, "library-broken", ERROR,
    "the first file that the dynamic linker finds is broken",
    "The linker stops at a file that is truncated, empty or not a library: loading fails, even "
    "if a good one comes after it.",
    "replace or remove the file", "docs/search-order.md")

/* Checks the file that ld.so finds, or lazynccl loads, for a binding. */
static void check_found(struct groups *groups, const struct binding *binding)
{
    static const struct group_kind too_old = {"LN103", .say = say_missing},
                                   nvjitlink_too_old = {"LN107", .say = say_missing},
                                   older_first = {"LN104", .say = say_older_first},
                                   not_found = {"LN115", .say = say_not_found},
                                   optional = {"LN129", .say = say_not_found},
                                   broken = {"LN117", .say = say_broken, .given = 1};
    const struct candidate *given = binding_given(binding), *serving = binding_serving(binding);
    const struct candidate *own = newer_own(binding);
    const struct lazynccl_description *desc = binding->vendor.library;

    if (given && candidate_is_broken(given))
        grouped_add(groups, &broken, given->path, given->outcome, binding, binding->file);
    else if (serving && serving->missing.count)
        grouped_add(groups, desc && desc->suffixed ? &nvjitlink_too_old : &too_old, serving->path,
                    candidate_missing(serving), binding, binding->file);
    else if (own && !binding->preloaded.path)
        grouped_add(groups, &older_first, given->path, own->path, binding, binding->file);
    else if (!serving && *binding->vendor.package)
        grouped_add(groups, is_optional(binding->file) ? &optional : &not_found, binding->soname,
                    "", binding, binding->file);
}

void needs_check(struct groups *groups, const struct binding *binding)
{
    static const struct group_kind unless = {"LN124", .say = report_unless};
    const struct candidate *given = binding_given(binding);
    OWNED(memory) char *fault = is_served_by_package(binding) ? fault_text(given) : NULL;

    if (fault)
        grouped_add(groups, &unless, given->path, fault, binding, binding->file);
    else if (!binding->declared && !(given && given->verdict == VERDICT_FOR_LINKING))
        check_found(groups, binding);
}
