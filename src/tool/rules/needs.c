/* Rules on the libraries that files need: LN103, 104, 107, 115, 117, 124, 129, 139, 508 and 511.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/closure.h"
#include "common/linking/moved.h"
#include "common/linking/verdict.h"
#include "runtime/search/path.h"
#include "tool/rules/absent.h"
#include "tool/rules/grouped.h"
#include <ctype.h>
#include <errno.h>

static group_read read_file, read_environment;

/* Defines a finding on the dependencies of files: the named file, or all of the environment. */
#define NEEDS_FINDING(id, ...)                                                                     \
    FINDING(id, __VA_ARGS__)                                                                       \
    {                                                                                              \
        grouped_look_for(at, read_file, #id);                                                      \
        grouped_look_for(at, read_environment, #id);                                               \
    }

static void report_unless(struct examination *at, const struct group *group, const char *who)
{
    const struct binding *binding = group->binding;
    const struct lazynccl_description *desc = binding->vendor.library;

    rule_add(at, "LN124",
             "%s would not load with the %s that ld.so finds, but %s loads its own first", who,
             binding->vendor.title, binding->first);
    rule_line(at, "%s", group->detail);
    rule_evidence(at, desc, binding_given(binding));
    rule_evidence(at, desc, &binding->preloaded);
}

NEEDS_FINDING(
    LN124, "works-if-loaded-first", NOTE,
    "a module works only because its package loads the library first",
    "The dynamic linker would give the module a file that it cannot use. Its package opens the "
    "wheel's copy by path before the module (PyTorch from 2.5 on, CuPy 14 and others with "
    "cuda.pathfinder, JAX in its plugins), and the first file loaded under a SONAME serves the "
    "whole process. Another package that is imported before may load the unusable one.",
    "lazynccl find --import PACKAGE shows what a process gets; remove the unusable file's folder "
    "from LD_LIBRARY_PATH or from ld.so's configuration",
    "cuda.pathfinder's load_nvidia_dynamic_lib, cupy/_environment.py of CuPy 14.2, "
    "torch/__init__.py of PyTorch 2.15, pytorch/pytorch#138460")

/* Returns what is wrong with the file that ld.so finds, to be freed; NULL: nothing is. */
static char *fault_text(const struct candidate *given)
{
    return given && candidate_is_broken(given) ? memory_copy(given->outcome)
           : given && given->missing.count ? memory_print("it lacks %s", candidate_missing(given))
                                           : NULL;
}

/* Returns a later copy in the search order that has every symbol the file needs, or NULL. */
static const struct candidate *better_after(const struct binding *binding)
{
    for (size_t i = 1; i < binding->candidate_count; i++)
        if (binding->candidates[i].verdict == VERDICT_USABLE &&
            binding->candidates[i].missing.count == 0)
            return &binding->candidates[i];
    return NULL;
}

/* Returns the copy that lazynccl finds without its variables if it has the right major, or NULL. */
static const struct candidate *copy_for(struct examination *at, const struct binding *binding)
{
    const struct candidate *copy =
        binding->vendor.found
            ? search_result_taken(facts_unset(at->facts, binding->vendor.found->name))
            : NULL;

    return copy && lazynccl_major_of(strings_base_name(copy->path)) ==
                       lazynccl_major_of(binding->soname)
               ? copy
               : NULL;
}

/* Returns the oldest release that has what the file needs, or 0 if it gets that or a newer one. */
static int release_for(const struct binding *binding)
{
    const struct candidate *have = binding_serving(binding);
    int newest = undefined_newest(binding->vendor.library, &have->missing);

    return newest > have->version ? newest : 0;
}

/* Returns the copy of copy_for() if it is newer than the file's library and new enough, or NULL. */
static const struct candidate *newer_copy(struct examination *at, const struct binding *binding)
{
    const struct candidate *copy = copy_for(at, binding);

    return copy && copy->version >= release_for(binding) &&
                   copy->version > binding_serving(binding)->version
               ? copy
               : NULL;
}

/* Adds the remedy for a file that no package owns and so none can replace: search the folder of a
 * newer copy first, which has to be installed if `copy` is NULL. */
static void remedy_file(struct examination *at, const struct binding *binding,
                        const struct candidate *have, const struct candidate *copy)
{
    const struct lazynccl_description *desc = binding->vendor.library;
    int is_by_rpath = have->via == LAZYNCCL_VIA_RPATH;
    OWNED(memory)
    char *folder = copy ? memory_folder(machine_shown(at->machine, copy->path)) : NULL,
         *export = machine_export_first(at->machine, "LD_LIBRARY_PATH", folder),
         *to = folder ? strings_word(folder) : NULL, *file = strings_word(binding->file);
    int least = release_for(binding);
    const char *version = NVIDIA_VERSION(desc, least ? least : have->version);

    if (folder && is_by_rpath)
        rule_help(at, "patchelf --set-rpath %s %s", to, file);
    else if (folder)
        rule_help(at, "%s", export);
    else if (is_by_rpath)
        rule_help(at, "install %s %s or later, and patchelf --set-rpath its folder %s", desc->title,
                  version, file);
    else
        rule_help(at, "install %s %s or later, and put its folder first in LD_LIBRARY_PATH",
                  desc->title, version);
}

/* Returns 1 if the library is in a folder of a wheel, so that pip can replace it. */
static int is_in_wheel(const struct lazynccl_description *desc, const char *path)
{
    size_t site = lazynccl_site_length(path);
    OWNED(memory) char *folder = memory_folder(path);

    for (int i = 0; site && desc->wheels[i]; i++)
        if (strcmp(folder + site + 1, desc->wheels[i]) == 0)
            return 1;
    return 0;
}

/* Returns 1 if a package that lists the file is of a recent enough release. Then pip would install
 * nothing, because another package has overwritten the file: LN102 says what to do. */
static int is_claimed(struct examination *at, const struct candidate *have, int least)
{
    const char *path = have->path ? machine_shown(at->machine, have->path) : "";
    size_t site = lazynccl_site_length(path);
    OWNED(memory) char *folder = memory_copy_part(path, site);
    struct distribution *owner = site && least ? distributions_of(at->machine, folder) : NULL;

    for (; (owner = distribution_owner(at->machine, owner, path + site + 1)); owner = owner->next)
        if (owner->info.version && lazynccl_version_read(owner->info.version) >= least)
            return 1;
    return 0;
}

/* Returns the command that sets LD_LIBRARY_PATH to `other` (NULL: none) and to its present folders
 * without those in which ld.so finds the library before `better`; to be freed. */
static char *export_without(struct examination *at, const struct binding *binding,
                            const struct candidate *better, const char *other)
{
    OWNED(strings) struct strings path = machine_list(at->machine, "LD_LIBRARY_PATH");
    OWNED(strings) struct strings rest = {0}, none = {0};
    int is_before = 1, is_without = other != NULL;

    if (other)
        strings_add_word(&rest, other);
    for (size_t i = 0; i < path.count; i++) {
        OWNED(memory)
        char *name = memory_print("%s/%s", path.list[i], binding->soname),
             *file = view_inside(at->machine->target, name);

        if (better && file && lazynccl_same_file(file, better->path))
            is_before = 0;
        if (is_before && file && lazynccl_exists(file))
            is_without = 1;
        else if (*path.list[i])
            strings_add_word(&rest, path.list[i]);
    }
    return machine_export("LD_LIBRARY_PATH", is_without ? &rest : &none);
}

static void remedy_release(struct examination *, const struct group *, const struct candidate *);

/* Reports a library that lacks symbols, with the remedy for the place where ld.so found it. */
static void say_missing(struct examination *at, const struct group *group, const char *who)
{
    const struct binding *binding = group->binding;
    const struct lazynccl_description *desc = binding->vendor.library;
    const struct candidate *have = binding_serving(binding), *better = better_after(binding);
    int is_standin = have->verdict == VERDICT_IS_LAZYNCCL;
    OWNED(memory)
    char *release = !desc ? memory_copy(strings_base_name(have->path))
                    : is_standin
                        ? memory_print("lazynccl's stand-in for %s", desc->title)
                        : memory_print("%s %s", desc->title, NVIDIA_VERSION(desc, have->version));

    rule_add(at, group->kind->id, "%s will not load: %s%s lacks %s", who, release,
             better ? " comes first and" : "", candidate_missing(have));
    rule_evidence(at, desc, have);
    if (desc && better && have->via == LAZYNCCL_VIA_LD_LIBRARY_PATH) {
        OWNED(memory) char *export = export_without(at, binding, better, NULL);

        rule_help(at, "%s     (%s, found by %s, has it)", export,
                  NVIDIA_VERSION(desc, better->version), better->found_via);
        if (desc->suffixed &&
            !is_standin) /* the stand-in of `run` has all names and opens the newest library */
            rule_help(at, "lazynccl run -- COMMAND");
    } else if (is_standin) {
        rule_help(at, "make the stand-in anew with a newer lazynccl, or remove it");
    } else if (desc && is_claimed(at, have, undefined_newest(desc, &have->missing))) {
        rule_help(at, "lazynccl doctor LN102     (packages have overwritten each other's file)");
    } else if (desc) {
        remedy_release(at, group, have);
    }
}

NEEDS_FINDING(
    LN103, "library-too-old", ERROR,
    "a library lacks a function that a module of this environment needs",
    "The module was built against a newer release than the file that the dynamic linker finds "
    "for it. Loading it fails with `undefined symbol`; with lazy binding the process dies at "
    "the first call.",
    "install the release that the module was built for, or remove the older copy from the "
    "linker's search path",
    "pytorch/pytorch#119932, NVIDIA/nccl#1784, pytorch/pytorch#186591")

NEEDS_FINDING(
    LN107, "nvjitlink-too-old", ERROR,
    "nvJitLink lacks a versioned function that a module of this environment needs",
    "Every release of nvJitLink adds a set of names that contain its version "
    "(__nvJitLinkComplete_12_4); NVIDIA's own libraries need the newest set of their build. The "
    "first nvJitLink in the process serves all of them, and an older one makes the import fail.",
    "make the newer nvJitLink come first: remove the older one from LD_LIBRARY_PATH, or install "
    "the release of the libraries that need it",
    "pytorch/pytorch#134929, pytorch/pytorch#111469, NVIDIA/raft#2948")

/* Returns the copy in the file's RUNPATH if it is newer than the one that ld.so finds, or NULL. */
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
    OWNED(memory) char *export = export_without(at, binding, newer_own(binding), NULL);
    rule_help(at, "%s", export);
}

NEEDS_FINDING(
    LN104, "older-copy-first", WARNING, "an older copy of a library comes before the module's own",
    "LD_LIBRARY_PATH precedes the RUNPATH that leads to the package's own copy; without a RUNPATH "
    "the linker's cache decides. The release in use is then not the one that pip reports.",
    "remove the older copy's folder from LD_LIBRARY_PATH",
    "infiniflow/ragflow#4466, vllm-project/vllm#4195")

FINDING_OF(
    "lazynccl audit", LN508, "found-only-if-preloaded", NOTE,
    "a file finds a library only if something else loads it first",
    "Its search path does not lead to the library, though it is in the same environment. The file "
    "loads if its package opens the library before; `lazynccl doctor --load` shows whether it "
    "does.",
    "give the file a search path that leads to the library, such as $ORIGIN/../nvidia/nccl/lib",
    "chelsea0x3b/cudarc#232")

/* Returns the search path element that leads from a file to a library, to be freed. */
static char *from_origin(const char *file, const char *library)
{
    size_t same = 0, size;
    char *element;
    FILE *text = memory_check(open_memstream(&element, &size));

    for (size_t i = 0; file[i] && file[i] == library[i]; i++)
        if (file[i] == '/')
            same = i + 1;
    const char *end = strrchr(library + same, '/');
    fputs("$ORIGIN", text);
    for (const char *at = strchr(file + same, '/'); at; at = strchr(at + 1, '/'))
        fputs("/..", text);
    if (end)
        fprintf(text, "/%.*s", (int)(end - library - same), library + same);
    fclose(text);
    return element;
}

static void say_preloaded(struct examination *at, const struct group *group, const char *who)
{
    const char *library = group->binding->preloaded.path;
    OWNED(memory) char *element = from_origin(group->files.list[0], library);

    rule_add(at, "LN508",
             *group->detail ? "%s load%s because %s opens %s first"
                            : "%s depend%s on what is opened first: %s%s",
             who, grouped_s(group), group->detail, group->cause);
    rule_line(at, "it exists: %s", library);
    rule_help(at, "give the file the search path %s", element);
}

/* Returns 1 if the library that something else could load is in the same site-packages or audited
 * folder as the file, so that a search path can lead there. */
static int is_near(const struct binding *binding)
{
    const char *library = binding->preloaded.path;
    size_t site = lazynccl_site_length(binding->file);

    return library && (*library != '/' || (site && strncmp(library, binding->file, site) == 0));
}

/* Returns the folder below site-packages in which a wheel has the library, or NULL. */
static const char *folder_of_wheel(struct machine *machine, const struct binding *binding)
{
    const struct lazynccl_description *desc = binding->vendor.known;
    const char *folder = desc ? desc->wheels[0] : NULL;
    int major = lazynccl_major_of(binding->soname);
    int is_newer = (major < 10 ? packages_cuda(machine, binding->file) : major) >= 13;

    for (int i = 0; desc && desc->wheels[i]; i++)
        if (is_newer == (nvidia_cuda_in(desc->wheels[i]) >= 13))
            folder = desc->wheels[i];
    return folder;
}

/* Returns 1 if the search path of a file has an element for a folder below site-packages. */
static int leads_to(const struct elf_file *file, const char *folder)
{
    const char *path = file ? file->runpath ? file->runpath : file->rpath : NULL;
    const char *tail = strchr(folder, '/');
    OWNED(strings) struct strings elements = strings_split(path, ':');

    for (size_t i = 0; tail && i < elements.count; i++) {
        size_t length = strlen(elements.list[i]), end = strlen(tail);

        if (length > end && strcmp(elements.list[i] + length - end, tail) == 0)
            return 1;
    }
    return 0;
}

/* Returns 1 for a pip command that is not followed by one that sets a search path. */
static int is_pip_alone(const char *install)
{
    return install && strncmp(install, "pip ", 4) == 0 && !strstr(install, "; export ");
}

/* Returns 1 if the file gets the library from a wheel, or would get it from this wheel's folder. */
static int searches(struct examination *at, const struct binding *binding, const char *file,
                    const char *folder)
{
    const struct candidate *given = binding_given(binding);

    if (given && is_in_wheel(binding->vendor.known, given->path))
        return 1;
    return !(given && given->via == LAZYNCCL_VIA_LD_LIBRARY_PATH) &&
           leads_to(machine_elf(at->machine, file), folder);
}

/* Returns the folder that the file has to search after pip's command, to be freed; for a file
 * outside site-packages, text from which the shell makes it. NULL if none has to be added. */
static char *folder_to_search(struct examination *at, const struct binding *binding,
                              const char *install)
{
    const char *from = at->machine->target->from;
    int is_named = from && strcmp(strings_base_name(from), strings_base_name(binding->file)) == 0;
    const char *file = is_named ? from : binding->file; /* audit shortens binding->file */
    const char *folder = folder_of_wheel(at->machine, binding);
    size_t site = lazynccl_site_length(file);
    OWNED(memory) char *anyones = *file ? NULL : nvidia_install(binding->soname, 0, 0);

    if (!folder || !is_pip_alone(install) || (site && binding->first) || binding->preloaded.path ||
        (anyones && strchr(install, '\'') && !strchr(anyones, '\'')) || /* a package requires it */
        (site && searches(at, binding, file, folder)))
        return NULL;
    return site ? memory_print("%.*s/%s", (int)site, file, folder)
                : memory_print("$(echo \"$VIRTUAL_ENV\"/lib/python3*/site-packages/%s)", folder);
}

/* Adds the first command in `install`, and the folder that the file has to search after it. */
static void take_install(struct examination *at, const struct binding *binding, const char *install,
                         struct strings *commands, struct strings *folders)
{
    const char *end = strstr(install, " or ") ? strstr(install, " or ") : strstr(install, ", ");
    OWNED(memory)
    char *command = memory_copy_part(install, end ? (size_t)(end - install) : strlen(install));
    OWNED(memory) char *folder = folder_to_search(at, binding, install);

    packages_add_command(commands, command);
    if (folder)
        strings_add_once(folders, folder);
}

/* Adds the files that the given files need and that lack a library themselves. */
static void add_needed(struct examination *at, struct strings *files)
{
    for (size_t i = 0; i < files->count; i++) {
        const struct elf_file *file = machine_elf(at->machine, files->list[i]);

        for (const struct groups *all = file ? at->facts->groups : NULL; all; all = all->next)
            for (size_t k = 0; k < all->count; k++) {
                const struct strings *others = &all->list[k].files;

                for (size_t f = 0; f < others->count; f++)
                    if (strings_has(&file->needed, strings_base_name(others->list[f])))
                        strings_add_once(files, others->list[f]);
            }
    }
}

static group_say say_not_found;

/* Returns 1 if one of the files also lacks the library of another group, or functions of it. */
static int is_shared(const struct strings *files, const struct group *group,
                     const struct group *other)
{
    group_say *say = other->kind->say;

    if (other == group || (say != say_not_found && say != say_missing && say != say_preloaded))
        return 0;
    for (size_t i = 0; i < files->count; i++)
        if (strings_has(&other->files, files->list[i]))
            return 1;
    return 0;
}

/* Adds the command that installs the library of another group, or the folder that has it. */
static void take_shared(struct examination *at, const struct binding *binding,
                        struct strings *commands, struct strings *folders)
{
    const char *there = binding->preloaded.path;
    OWNED(memory)
    char *folder = there ? memory_folder(there) : NULL,
         *install = there ? NULL
                          : packages_install_soname(at->machine, binding->file, binding->soname,
                                                    release_for(binding));

    if (folder && !binding->first)
        strings_add_once(folders, folder);
    if (is_pip_alone(install))
        take_install(at, binding, install, commands, folders);
}

/* Adds the command that installs a library (NULL: it is there) and all others that the group's
 * files lack. If the files do not search a library's folder, the command also puts that into
 * LD_LIBRARY_PATH. Returns 0, and adds nothing, if nothing is to be installed. */
static int add_install(struct examination *at, const struct group *group, const char *install)
{
    OWNED(strings) struct strings commands = {0}, folders = {0}, files = {0};

    for (size_t i = 0; i < group->files.count; i++)
        strings_print(&files, "%s", group->files.list[i]);
    add_needed(at, &files);
    if (install)
        take_install(at, group->binding, install, &commands, &folders);
    for (const struct groups *all = at->facts->groups; all && (!install || is_pip_alone(install));
         all = all->next)
        for (size_t i = 0; i < all->count; i++)
            if (is_shared(&files, group, &all->list[i]) || (!install && &all->list[i] == group))
                take_shared(at, all->list[i].binding, &commands, &folders);
    if (!commands.count)
        return 0;
    OWNED(memory) char *steps = strings_join(&commands, "; ");
    OWNED(memory) char *folder = strings_join(&folders, ":");
    OWNED(memory) char *export = machine_export_first(at->machine, "LD_LIBRARY_PATH", folder);
    if (folders.count)
        rule_help(at, "%s; %s%s", steps, export,
                  *folder == '$' ? "     (in an active virtual environment)" : "");
    else
        rule_help(at, "%s", install && !strncmp(install, steps, strlen(steps)) ? install : steps);
    return 1;
}

int needs_help_install(struct examination *at, const struct group *group)
{
    const struct binding *binding = group->binding;
    OWNED(memory)
    char *install = packages_install_soname(at->machine, binding->file, binding->soname, 0);

    return is_pip_alone(install) && lazynccl_site_length(binding->file) &&
           add_install(at, group, install);
}

/* Adds the command that installs a recent enough library. pip replaces no file outside wheels'
 * folders: there remedy_file() helps if a newer copy exists, or if ld.so would not find pip's. */
static void remedy_release(struct examination *at, const struct group *group,
                           const struct candidate *have)
{
    const struct binding *binding = group->binding;
    int least = release_for(binding);
    const char *path = machine_shown(at->machine, have->path);
    int is_foreign = *path == '/' && !is_in_wheel(binding->vendor.library, path);
    const struct candidate *copy = is_foreign ? newer_copy(at, binding) : NULL;
    OWNED(memory)
    char *conda = packages_install_conda(at->machine, have->path, binding->soname, least),
         *install = packages_install_soname(at->machine, binding->file, binding->soname, least);
    int is_pip = is_pip_alone(install), is_module = is_pip && lazynccl_site_length(binding->file);

    if (conda)
        rule_help(at, "%s", conda);
    else if (copy || (is_foreign && (!is_module || have->via == LAZYNCCL_VIA_RPATH)))
        remedy_file(at, binding, have, copy);
    else if (is_pip && !least && !strstr(install, "=="))
        rule_help(at, "pip install --upgrade%s", install + strlen("pip install"));
    else if (install)
        add_install(at, group, install);
}

/* Returns the same library for another CUDA from the file's environment. If that has only libraries
 * for other CUDAs, returns any of these; else NULL. Compares only SONAMEs with CUDA's major. */
static const struct library *other_cuda(struct examination *at, const struct binding *binding)
{
    static const char stems[] =
        "libcudart.so.|libcublas.so.|libcublasLt.so.|libnvrtc.so.|libnvJitLink.so.";
    const char *soname = binding->soname;
    size_t stem = strings_length_of_first(stems, soname);
    const struct library *found = NULL, *other = stem && lazynccl_site_length(binding->file)
                                                     ? libraries_of(at->facts, binding->file)
                                                     : NULL;
    int is_mixed = 0;

    for (; other; other = other->next) {
        if (!strings_length_of_first(stems, other->soname))
            continue;
        if (lazynccl_major_of(other->soname) == lazynccl_major_of(soname))
            is_mixed = 1;
        else if (strncmp(other->soname, soname, stem) == 0)
            return other;
        else if (!found || strcmp(other->path, found->path) < 0)
            found = other;
    }
    return is_mixed ? NULL : found;
}

/* Returns the major of the CUDA that a library is for if the driver is too old for it, otherwise 0.
 * The SONAME shows that major, or else what the file's package requires. */
static int newer_cuda(struct examination *at, const struct binding *binding)
{
    int newest = at->machine->newest_cuda, cuda = newest ? nvidia_cuda_of(binding->soname) : 0;
    OWNED(memory)
    char *install = newest && !cuda && *binding->file
                        ? packages_install_soname(at->machine, binding->file, binding->soname, 0)
                        : NULL;

    if (install)
        cuda = nvidia_cuda_in(install);
    return cuda > newest ? cuda : 0;
}

/* Reports a file for another CUDA than its environment or, if `other` is NULL, for a newer CUDA
 * than the driver's. The remedy is another build, because a second runtime would not help. */
static void say_other_cuda(struct examination *at, const struct group *group, const char *who,
                           const struct library *other)
{
    const char *soname = group->binding->soname, *file = group->binding->file;
    const struct distribution *owner = packages_of(at->machine, file);
    int is_for = other ? lazynccl_major_of(soname) : newer_cuda(at, group->binding);
    int cuda = other ? lazynccl_major_of(other->soname) : at->machine->newest_cuda;
    OWNED(memory) char *driver = driver_text(driver_read(at->facts));

    rule_add(at, group->kind->id, "%s %s for CUDA %d and need%s %s; %s is for CUDA %d", who,
             *grouped_s(group) ? "is" : "are", is_for, grouped_s(group), soname,
             other ? "this environment" : "the driver", cuda);
    rule_line(at, "%s%s", other ? "" : "driver ", other ? other->path : driver);
    rule_help(at,
              "install the build of %s for CUDA %d: its package, extra or index with cu%d in "
              "the name",
              owner ? owner->info.name : strings_base_name(file), cuda, cuda);
}

/* Adds the remedies for a library that ld.so does not find. */
static void remedy_not_found(struct examination *at, const struct group *group)
{
    const struct binding *binding = group->binding;
    const struct candidate *copy = copy_for(at, binding);
    const char *file = *binding->file ? binding->file : at->machine->target->from;
    OWNED(memory) char *install = packages_again_lost(at->machine, binding->soname);

    if (is_near(binding)) {
        OWNED(memory) char *element = from_origin(binding->file, binding->preloaded.path);

        rule_evidence(at, binding->vendor.found, &binding->preloaded);
        if (!add_install(at, group, NULL))
            rule_help(at, "give the file the search path %s", element);
    } else if (copy || binding->preloaded.path) {
        const struct candidate *seen = copy ? copy : &binding->preloaded;
        OWNED(memory) char *folder = memory_folder(machine_shown(at->machine, seen->path));

        rule_evidence(at, binding->vendor.found, seen);
        rule_help_search(at, folder ? folder : "/");
    } else if (binding->vendor.is_driver) {
        if (binding->vendor.known)
            rule_help(at, "lazynccl run --lazy %s -- COMMAND     (starts it without a driver)",
                      binding->vendor.known->name);
        rule_help(at, "install NVIDIA's driver; in a container: %s",
                  nvidia_container(binding->soname));
    } else if (packages_noexec(at->machine, binding->soname)) {
        rule_help_noexec(at, packages_noexec(at->machine, binding->soname));
    } else if (install ||
               (install = packages_install_conda(at->machine, file, binding->soname, 0)) ||
               (install = absent_elsewhere(at, binding->vendor.found, binding->soname,
                                           "LD_LIBRARY_PATH")) ||
               (install = packages_install_soname(at->machine, file, binding->soname, 0))) {
        add_install(at, group, install);
    }
}

static void say_denied(struct examination *at, const struct group *group, const char *who,
                       const char *path)
{
    OWNED(memory)
    char *needs = memory_print("%s need%s ", who, grouped_s(group)),
         *permit = machine_permit(path);

    rule_add(at, group->kind->id, "%s%s, which this user may not read",
             *group->binding->file ? needs : "", group->binding->soname);
    rule_line(at, "%s: %s", path, strerror(EACCES));
    rule_help(at, "%s", permit);
}

/* Reports a library that is not found, or a file for another CUDA if that is the reason. */
static void say_not_found(struct examination *at, const struct group *group, const char *who)
{
    const struct binding *binding = group->binding;
    OWNED(memory) char *denied = linker_denied(at->machine, binding->file, binding->soname);

    if (denied) {
        say_denied(at, group, who, machine_shown(at->machine, denied));
        return;
    }
    const struct candidate *copy = copy_for(at, binding);
    OWNED(memory) char *install = packages_again_lost(at->machine, binding->soname);

    if (install && !at->machine->target->from)
        return; /* LN125 reports it */
    int is_elsewhere = install || copy || binding->preloaded.path;
    const struct library *other = is_elsewhere ? NULL : other_cuda(at, binding);
    if (other || (!is_elsewhere && *binding->file && newer_cuda(at, binding))) {
        say_other_cuda(at, group, who, other);
        return;
    }
    if (*binding->file)
        rule_add(at, group->kind->id, "%s need%s %s, which ld.so does not find", who,
                 grouped_s(group), binding->soname);
    else
        rule_add(at, group->kind->id, "no folder that ld.so searches has %s", binding->soname);
    OWNED(memory)
    char *user = is_elsewhere ? NULL : absent_user_copy(at, binding->vendor.found);
    if (user)
        rule_line(at, "%s", user);
    remedy_not_found(at, group);
}

NEEDS_FINDING(
    LN115, "library-not-found", ERROR, "a file needs a library that is not found",
    "Loading it fails with `cannot open shared object file: No such file or directory`. Some "
    "packages leave the library to the user: pip installs only what a package declares.",
    "install the package that contains the library",
    "NVIDIA/nccl-tests#85, tensorflow/tensorflow#22899")

/* Returns the path after a leading release of CUDA, such as "_cu12", or the path itself. */
static const char *skip_cuda(const char *path)
{
    size_t digits = strncmp(path, "_cu", 3) == 0 ? strspn(path + 3, "0123456789") : 0;

    return digits ? path + 3 + digits : path;
}

/* Returns 1 if two paths differ only in releases of CUDA, and in numbers of the file names. */
static int is_sibling(const char *a, const char *b)
{
    for (;; a++, b++) {
        a = skip_cuda(a);
        b = skip_cuda(b);
        if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b) && !strchr(a, '/')) {
            a += strspn(a, "0123456789");
            b += strspn(b, "0123456789");
        }
        if (*a != *b || !*a)
            return *a == *b;
    }
}

/* Returns 1 if the package has the file for several releases of CUDA, and one of the others loads.
 * Then nothing is wrong, because the package opens the file that fits. */
static int has_sibling(struct facts *facts, const char *file)
{
    const struct verdicts *all = verdicts_read(facts);
    const struct examined *own = verdict_of_file(facts, file);

    if (!own || own->verdict != FILE_FAILS || strstr(file, "-packages/nvidia/"))
        return 0;
    for (size_t i = 0; i < all->count; i++)
        if (all->list[i].verdict != FILE_FAILS && is_sibling(all->list[i].path, file))
            return 1;
    return 0;
}

/* Returns 1 for a module that its package can do without. */
static int is_optional(const char *file)
{
    return strstr(file, "cupy_backends/cuda/libs/") &&
           strings_length_of_first("cudnn.|cutensor.|nccl.", strings_base_name(file));
}

NEEDS_FINDING(LN129, "optional-library-not-found", NOTE,
              "an optional module needs a library that is not found",
              "The package imports without it: CuPy looks whether its modules of cuDNN, cuTENSOR "
              "and NCCL can be loaded, and does without those that cannot.",
              "install the package that contains the library, if you want what the module does",
              "cupy/cuda/cutensor.py and cupy/cuda/nccl.py of CuPy 13 and 14")

/* Adds the remedy for a broken file: LD_LIBRARY_PATH without its folder and, if ld.so would find no
 * file then, with the folder of another copy. */
static void remedy_shadow(struct examination *at, const struct binding *binding)
{
    const struct candidate *better = better_after(binding),
                           *copy = better ? NULL : copy_for(at, binding);
    OWNED(memory)
    char *other = copy ? memory_folder(machine_shown(at->machine, copy->path)) : NULL,
         *export = export_without(at, binding, better, other);

    rule_help(at, "%s", export);
}

static void say_broken(struct examination *at, const struct group *group, const char *who)
{
    const struct binding *binding = group->binding;
    OWNED(memory)
    char *needs = *binding->file ? memory_print(", which %s need%s,", who, grouped_s(group))
                                 : memory_copy("");

    rule_add(at, "LN117", "%s%s cannot be loaded: %s", binding->soname, needs, group->detail);
    if (binding->vendor.is_driver)
        rule_help(at, "install NVIDIA's driver again; in a container: docker run --gpus all IMAGE");
    const char *path = binding_given(binding)->path;
    OWNED(memory) char *again = packages_again_of(at->machine, path);
    if (again)
        rule_help(at, "%s", again);
    else if (binding_given(binding)->via == LAZYNCCL_VIA_LD_LIBRARY_PATH)
        remedy_shadow(at, binding);
    strings_print(&at->findings->list[at->findings->count - 1].files, "%s", path);
}

NEEDS_FINDING(
    LN117, "library-broken", ERROR, "the first file that the dynamic linker finds is broken",
    "The linker stops at a file that is truncated, empty or not a library: loading fails, even "
    "if a good one comes after it.",
    "remove the file, or install its package again", "docs/search-order.md")

static void say_not_loaded(struct examination *at, const struct group *group, const char *who)
{
    const char *file = group->files.list[0], *said = group->detail;
    OWNED(memory) char *soname = memory_copy_part(said, strcspn(said, ":"));
    const struct elf_file *elf = machine_elf(at->machine, file);
    const struct library *library = elf ? libraries_find(at->facts, file, elf, soname) : NULL;

    rule_add(at, "LN139", "%s do%s not load: %s", who, *grouped_s(group) ? "es" : "", said);
    if (!library)
        return;
    OWNED(memory) char *folder = memory_folder(library->path);
    rule_line(at, "%s", library->path);
    rule_help_search(at, folder);
}

NEEDS_FINDING(
    LN139, "does-not-load", ERROR, "a file does not load after its package was imported",
    "`lazynccl doctor --load` imported the module, or opened the file after it had imported "
    "the packages that use it, in a child process, and ld.so refused the file. A library "
    "that is in the environment was not opened before.",
    "put the folder of the library into LD_LIBRARY_PATH, or install a release of the package "
    "that opens it",
    "src/tool/load.c")

NEEDS_FINDING(
    LN511, "undefined-function", ERROR,
    "a file calls a library's function that nothing it needs defines",
    "No library that the file needs defines the function. Loading the file fails with `undefined "
    "symbol`, at once or at the call. The usual causes are a library that was left out of the "
    "link, and a vendored lazynccl.c that was not compiled: CMake skips C files in a project "
    "without the language C. glibc 2.34 moved functions of librt, libdl and libpthread into "
    "libc.so.6: a file that is linked without these libraries does not load on older systems.",
    "compile lazynccl.c as part of the file (CMake: project(... LANGUAGES C CXX)), or link "
    "with -llazynccl or with the library",
    "CMake's project(), option LANGUAGES; NVIDIA/cuda-python#2313")

static void say_moved(struct examination *at, const struct group *group, const char *who)
{
    const char *library = group->detail;
    OWNED(memory) char *file = strings_word(strings_base_name(group->files.list[0]));

    rule_add(at, "LN511", "%s: nothing that it needs defines %s", who, group->cause);
    rule_line(at, "before glibc 2.%d %s defines it, since then libc.so.6", MOVED_RELEASE, library);
    rule_help(at, "LD_PRELOAD=%s", library);
    rule_help(at, "patchelf --add-needed %s %s, or a later release of its package", library, file);
}

static void say_lacking(struct examination *at, const struct group *group, const char *who)
{
    rule_add(at, "LN511", "%s: nothing that it needs defines %s", who, group->cause);
    if (!undefined_is_nvidia(group->cause)) /* otherwise the finding's own remedy suffices */
        rule_help(at,
                  "link the file with the library that defines %s, or install a release of its "
                  "package that does",
                  group->cause);
}

void needs_check_undefined(struct groups *groups, const char *name, const char *symbol,
                           const char *library, int glibc)
{
    static const struct group_kind moved = {"LN511", .say = say_moved},
                                   lacking = {"LN511", .say = say_lacking};
    const struct group_kind *kind = library ? &moved : &lacking;
    const char *detail = library ? library : "";
    OWNED(memory)
    char *cause = glibc ? memory_print("%s on glibc 2.%d", symbol, glibc) : memory_copy(symbol);

    for (size_t i = 0; i < groups->count; i++)
        if (groups->list[i].kind == kind && strcmp(groups->list[i].detail, detail) == 0 &&
            strcmp(groups->list[i].files.list[0], name) == 0)
            return; /* the file's first symbol stands for all */
    grouped_add(groups, kind, cause, detail, NULL, name);
}

/* Checks a binding for which ld.so finds no file. */
static void check_absent(struct groups *groups, const struct binding *binding, int is_named)
{
    static const struct group_kind not_found = {"LN115", .say = say_not_found},
                                   no_driver = {"LN115", .say = say_not_found, .is_mild = 1},
                                   optional = {"LN129", .say = say_not_found},
                                   preloaded = {"LN508", .say = say_preloaded};
    const char *other = binding->preloaded.path;
    int goes_without = is_optional(binding->file) && !is_named;

    if (other && (binding->first || !is_named))
        grouped_add(groups, &preloaded, binding->soname, binding->first ? binding->first : "",
                    binding, binding->file);
    else if (goes_without && !other)
        grouped_add(groups, &optional, binding->soname, "", binding, binding->file);
    else if (!goes_without)
        grouped_add(groups, is_named || !binding->vendor.is_driver ? &not_found : &no_driver,
                    binding->soname, "", binding, binding->file);
}

/* Checks the file that ld.so finds, or lazynccl loads, for a binding. */
static void check_found(struct groups *groups, const struct binding *binding, int is_named)
{
    static const struct group_kind too_old = {"LN103", .say = say_missing},
                                   nvjitlink_too_old = {"LN107", .say = say_missing},
                                   broken = {"LN117", .say = say_broken, .given = 1};
    const struct candidate *given = binding_given(binding), *serving = binding_serving(binding);
    const struct lazynccl_description *desc = binding->vendor.library;

    if (given && candidate_is_broken(given))
        grouped_add(groups, &broken, given->path, given->outcome, binding, binding->file);
    else if (serving->missing.count)
        grouped_add(groups, desc && desc->suffixed ? &nvjitlink_too_old : &too_old, serving->path,
                    candidate_missing(serving), binding, binding->file);
    else if (!given)
        check_absent(groups, binding, is_named);
}

void needs_check_order(struct groups *groups, const struct binding *binding)
{
    static const struct group_kind older_first = {"LN104", .say = say_older_first};
    const struct candidate *own = newer_own(binding);

    if (own && !binding->preloaded.path && !binding->declared)
        grouped_add(groups, &older_first, binding_given(binding)->path, own->path, binding,
                    binding->file);
}

/* Returns 1 if the binding does not explain the verdict: the file loads, or fails all the same. */
static int is_decided(struct facts *facts, const char *path, const struct binding *binding)
{
    const struct examined *file = verdict_of_file(facts, path);
    const char *said = file ? file->said : NULL;

    if (binding_is_served(binding))
        return said && *said;
    return verdict_excuses(facts, path, binding);
}

void needs_check_of(struct groups *groups, struct facts *facts, const char *path,
                    const struct binding *binding)
{
    if (!has_sibling(facts, path))
        (is_decided(facts, path, binding) ? needs_check_order : needs_check)(groups, binding);
}

/* Reports a file that loads only because its package opens a library before. Returns 1 if so. */
static int check_unless(struct groups *groups, const struct binding *binding)
{
    static const struct group_kind unless = {"LN124", .say = report_unless};
    OWNED(memory)
    char *fault = binding_is_served(binding) ? fault_text(binding_given(binding)) : NULL;

    if (fault)
        grouped_add(groups, &unless, binding_given(binding)->path, fault, binding, binding->file);
    return fault != NULL;
}

void needs_check(struct groups *groups, const struct binding *binding)
{
    const struct candidate *given = binding_given(binding);

    needs_check_order(groups, binding);
    if (!check_unless(groups, binding) && !binding->declared &&
        !(given && given->verdict == VERDICT_FOR_LINKING))
        check_found(groups, binding, 0);
}

/* Records what a library lacks: the symbols of all failures between the same files as `like`. */
static void take_missing(struct candidate *given, const struct failures *failures,
                         const struct failure *like)
{
    const struct elf_symbol *first = NULL;

    strings_free(&given->missing);
    for (size_t i = 0; i < failures->count; i++) {
        const struct failure *failure = &failures->list[i];

        if (failure->symbol && failure->asks == like->asks && failure->library == like->library)
            undefined_add(&given->missing, &first, failure->symbol);
    }
    if (!first)
        strings_print(&given->missing, "%s", like->version);
}

/* Adds a failure as a fault of the binding between its file and the library that ld.so took. */
static void check_failure(struct groups *groups, struct facts *facts, const struct closure *closure,
                          const struct failures *failures, const struct failure *failure)
{
    const struct closure_file *library = &closure->list[failure->library];
    const struct target *asks = closure->list[failure->asks].asks;
    const struct binding_source source =
        environment_source(facts, closure->list[library->loader].asks);
    struct bindings *one = MEMORY_ADD(groups->owned, groups->owned_count);

    *one = (struct bindings){0};
    bindings_add(one, &asks->file, asks->module, library->soname, 0, &source);
    if (binding_is_served(one->list) && !is_decided(facts, asks->module, one->list)) {
        check_unless(groups, one->list);
        return;
    }
    if (failure->version || failure->symbol)
        take_missing(one->list->candidates, failures, failure);
    check_found(groups, one->list, 1);
}

static void say_noexec(struct examination *at, const struct group *group, const char *who)
{
    rule_add(at, "LN117", "%s cannot be loaded: %s", who, group->detail);
    rule_help_noexec(at, group->files.list[0]);
}

/* Adds why a file does not load. With `asks`, adds only what this file of its closure lacks. */
static void add_failures(struct groups *groups, struct facts *facts, const char *path,
                         const char *asks)
{
    OWNED(closure) struct closure closure = closure_read(facts->machine->target, path, 0);
    OWNED(closure_failures) struct failures failures = closure_failures(&closure);
    static const struct group_kind noexec = {"LN117", .say = say_noexec};
    const char *why = closure_noexec(&closure);

    if (why)
        grouped_add(groups, &noexec, "", why, NULL, path);
    for (size_t i = 0; i < failures.count; i++) {
        const struct failure *failure = &failures.list[i], *before = failures.list;
        const char *module = closure.list[failure->asks].asks->module;

        if (asks && strcmp(asks, module) != 0)
            continue;
        if (failure->library == closure.count) {
            const char *symbol = failure->symbol->name;

            needs_check_undefined(groups, module, symbol, moved_from(symbol), 0);
            continue;
        }
        while (before < failure &&
               (before->library != failure->library || before->asks != failure->asks))
            before++;
        if (before == failure)
            check_failure(groups, facts, &closure, &failures, failure);
    }
}

/* Adds the reason why the named file does not load. */
static void read_file(struct groups *groups, struct facts *facts)
{
    const char *from = facts->machine->target->from;
    const struct examined *file = from ? verdict_of_file(facts, from) : NULL;

    /* no reason is needed if the file loads alone, or if --load has shown that it loads */
    if (from && !(file && (file->is_alone || (file->said && file->verdict == FILE_LOADS))))
        add_failures(groups, facts, from, NULL);
}

/* Returns 1 if a fault of the file is reported, even if only as one of its package's files. */
static int is_reported(const struct groups *groups, const char *path)
{
    for (size_t i = 0; i < groups->count; i++)
        if (strcmp(groups->list[i].kind->id, "LN104") != 0 &&
            registry_row(groups->list[i].kind->id)->look && /* only audit reports LN508 */
            strings_has(&groups->list[i].files, path))
            return 1;
    return 0;
}

/* Adds faults that only the verdicts show: why a module fails although it gets every NVIDIA library
 * that it needs directly, and why a file failed when it was loaded. */
static void read_verdicts(struct groups *groups, struct facts *facts)
{
    static const struct group_kind not_loaded = {"LN139", .say = say_not_loaded};
    const struct verdicts *all = verdicts_read(facts);

    for (size_t i = 0; i < all->count; i++) {
        const struct examined *file = &all->list[i];

        if (file->verdict != FILE_FAILS || has_sibling(facts, file->path))
            continue;
        if (is_reported(groups, file->path) || (file->asks && is_reported(groups, file->asks)))
            continue;
        if (file->said)
            grouped_add(groups, &not_loaded, "", file->said, NULL, file->path);
        else if ((file->is_module || file->is_caller) && file->asks)
            add_failures(groups, facts, file->path, file->asks);
    }
}

/* Adds each library for which ld.so finds a broken file first, even if no file here needs it. */
static void check_first(struct groups *groups, struct facts *facts)
{
    const struct binding_source source = environment_source(facts, facts->machine->target);

    for (const struct lazynccl_description *desc = NULL; (desc = nvidia_next(desc));) {
        const struct candidate *first = &facts_search_result(facts, desc->name)->linker;
        size_t i = 0;

        if (!first->path || first->verdict != VERDICT_UNREADABLE)
            continue;
        struct bindings *one = MEMORY_ADD(groups->owned, groups->owned_count);
        *one = (struct bindings){0};
        bindings_add(one, &(struct elf_file){0}, "", strings_base_name(first->path), 0, &source);
        const struct candidate *given = binding_given(one->list);
        while (given && i < groups->count && strcmp(groups->list[i].cause, given->path) != 0)
            i++;
        if (given && i == groups->count)
            check_found(groups, one->list, 1);
    }
}

/* Adds the faults of the files of the environment. */
static void read_environment(struct groups *groups, struct facts *facts)
{
    const struct environment *all = environment_read(facts);
    int is_named = facts->machine->target->from != NULL;

    for (size_t i = 0; i < all->bindings.count; i++) {
        const struct binding *binding = &all->bindings.list[i];

        if (is_named)
            needs_check_order(groups, binding);
        else
            needs_check_of(groups, facts, binding->file, binding);
    }
    if (is_named)
        return;
    read_verdicts(groups, facts);
    check_first(groups, facts);
}

void needs_look_at_file(struct examination *at)
{
    const struct target *target = at->machine->target;
    int is_library = target->from && !*target->root && !target->file.is_program;

    if (is_library && target->file.class == 64 &&
        !view_fits(&(struct elf_file){0}, &target->file)) {
        OWNED(memory) char *again = packages_again_of(at->machine, target->from);

        rule_add(at, "LN117", "%s cannot be loaded: made for another machine: %s",
                 strings_base_name(target->from), elf_machine_word(target->file.machine));
        rule_line(at, "%s", target->from);
        if (again)
            rule_help(at, "%s", again);
    }
    grouped_look_for_all(at, read_file);
}

void needs_look_for(struct examination *at, const char *soname)
{
    const struct binding_source source = environment_source(at->facts, at->machine->target);
    OWNED(bindings) struct bindings one = {0};
    OWNED(grouped) struct groups groups = {0};

    bindings_add(&one, &(struct elf_file){0}, "", soname, 0, &source);
    check_found(&groups, one.list, 1);
    for (size_t i = 0; i < groups.count; i++)
        grouped_report_one(at, &groups.list[i], NULL, "");
}
