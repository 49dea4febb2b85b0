/* Rules on ELF files and wheels themselves: LN105, LN501 to 507, LN510, LN512 to 514.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/files/root.h"
#include "common/linking/verdict.h"
#include "runtime/search/path.h"
#include "tool/rules/grouped.h"

static void report_given(struct examination *at, const struct group *group, const char *who)
{
    const struct binding *binding = group->binding;

    rule_add(at, "LN105", "%s get%s a stub library", who, grouped_s(group));
    if (binding_given(binding)->via != LAZYNCCL_VIA_LD_LIBRARY_PATH)
        return;
    if (binding->candidate_count > 1 || binding->preloaded.path || !needs_help_install(at, group))
        rule_help_search(at, NULL);
}

static group_read read_libraries;

static const struct group_kind stub = {"LN105", .say = report_given, .given = 1};

/* Reports a stub of the driver library, which programs open without needing it. LD_LIBRARY_PATH is
 * excluded, because a separate finding covers its elements. */
static void report_driver(struct examination *at)
{
    const char *from = NULL;
    OWNED(memory) char *path = linker_find(at->machine, NULL, "libcuda.so.1", &from);
    const char *shown = path ? machine_shown(at->machine, path) : "";

    if (!lazynccl_is_for_linking(shown) || strcmp(from, "LD_LIBRARY_PATH") == 0)
        return;
    rule_add(at, "LN105", "libcuda.so.1 is a stub library");
    rule_line(at, "%s (%s)", shown, from);
}

static void read_bindings(struct groups *groups, struct facts *facts)
{
    const struct environment *all = environment_read(facts);

    for (size_t i = 0; i < all->bindings.count; i++)
        if (!verdict_excuses(facts, all->bindings.list[i].file, &all->bindings.list[i]))
            files_check_binding(groups, &all->bindings.list[i]);
}

static int starts(const char *element, const char *with)
{
    return strncmp(element, with, strlen(with)) == 0;
}

/* Returns 1 if a finding has a file of this folder as evidence. */
static int is_named(struct examination *at, const char *folder)
{
    OWNED(memory) char *real = root_real(at->machine->target->root, folder);
    OWNED(memory) char *start = memory_print("%s/", real ? real : folder);

    return rule_has_evidence(at, start);
}

FINDING(LN105, "stub-library-found", WARNING, "a folder of stub libraries is searched at run time",
        "CUDA's `stubs` folders contain libraries for linking: empty, but with the real names. A "
        "program that loads one gets no driver (`CUDA driver is a stub library`) or no functions.",
        "remove the folder from the search path; it belongs only on the linker's -L path",
        "horovod/horovod#3831, pytorch/tensorpipe#294")
{
    OWNED(strings) struct strings path = machine_list(at->machine, "LD_LIBRARY_PATH");
    int said = 0;

    grouped_look_for(at, read_bindings, "LN105");
    report_driver(at);
    for (size_t i = 0; i < path.count; i++) {
        if (!machine_is_stubs(path.list[i]) || is_named(at, path.list[i]))
            continue;
        if (!said++) {
            rule_add(at, "LN105", "LD_LIBRARY_PATH has a folder of stubs");
            rule_help_search(at, NULL);
        }
        rule_line(at, "%s", path.list[i]);
    }
}

enum search_path_fault {
    SEARCH_PATH_GOOD,
    SEARCH_PATH_EMPTY,    /* the current folder, which varies */
    SEARCH_PATH_RELATIVE, /* the current folder and something below it */
    SEARCH_PATH_STUBS,    /* CUDA's empty libraries, meant for linking only */
    SEARCH_PATH_BUILD,    /* a folder of the build machine */
    SEARCH_PATH_OPEN,     /* a folder that other users can write to, or could create */
    SEARCH_PATH_LAST      /* an empty element after folders that have all that is needed */
};

static int is_there(const char *root, const char *element)
{
    OWNED(memory) char *path = root_inside(root, memory_copy(element));

    return path && lazynccl_is_folder(path);
}

/* Returns 1 if users other than its owner can write to the folder, or create it. */
static int is_open(const char *root, const char *element)
{
    OWNED(memory) char *path = memory_copy(element);

    for (char *end; *path && !is_there(root, path) && (end = strrchr(path, '/'));)
        *end = '\0';
    OWNED(memory) char *inside = root_inside(root, memory_copy(*path ? path : "/"));
    return inside && !lazynccl_folder_private(inside);
}

/* Returns 1 if the search path leads to all libraries that the file needs. Ignores libraries that
 * every system has, and those audited with the file, because its package loads them first. */
static int finds_all(const struct binding_source *source)
{
    const struct elf_file *file = &source->target->file;

    for (size_t i = 0; i < file->needed.count; i++) {
        const struct binding asked = {.soname = file->needed.list[i]};
        OWNED(candidate) struct candidate other = {0};
        const char *from = NULL;
        OWNED(memory) char *path = linker_first(source->target, asked.soname, &from);

        source->preloaded(source->context, file, &asked, &other);
        if (!nvidia_is_base(asked.soname) && !(path && strstr(from, "PATH")) && !other.path)
            return 0;
    }
    return 1;
}

/* Checks an element of an RPATH or RUNPATH. `root` is its file system; NULL for a wheel. */
static enum search_path_fault search_path_fault(const char *element, const char *root)
{
    if (!*element)
        return SEARCH_PATH_EMPTY;
    if (machine_is_stubs(element))
        return SEARCH_PATH_STUBS;
    if (*element != '/')
        return starts(element, "$ORIGIN") || starts(element, "${ORIGIN}") ? SEARCH_PATH_GOOD
                                                                          : SEARCH_PATH_RELATIVE;
    /* a system folder may exist on the user's machine even if it is missing here */
    if (starts(element, "/usr/") || starts(element, "/lib"))
        return SEARCH_PATH_GOOD;
    if (root && is_open(root, element))
        return SEARCH_PATH_OPEN;
    return root && is_there(root, element) ? SEARCH_PATH_GOOD : SEARCH_PATH_BUILD;
}

FINDING_OF("lazynccl audit", LN501, "needless-dependency", NOTE,
           "a file needs a library but uses nothing of it",
           "The library is in its DT_NEEDED but none of its symbols is used: it was linked without "
           "--as-needed, or to have it loaded for another file. Loading the file requires the "
           "library, of the right release, for nothing.",
           "link with -Wl,--as-needed, or patchelf --remove-needed the library",
           "pytorch/pytorch#134929")

static const struct group_kind needless = {
    "LN501", .what = "%s: nothing used of %s%s, which is in DT_NEEDED"};

FINDING_OF("lazynccl audit", LN502, "empty-search-path", WARNING,
           "a file's search path has an empty element",
           "An empty element (a colon at either end, or two in a row) is the current folder of "
           "each program that runs: it loads libraries from wherever it was started. NVRTC of "
           "11.8, 12.6, 12.8 and 12.9 has one ($ORIGIN:), and so do files in CMake's build folder, "
           "but not files that cmake --install writes.",
           "patchelf --set-rpath the path without it; until then, run nothing in a folder that "
           "others can write to",
           "NVIDIA/cuda-python#792")

FINDING_OF("lazynccl audit", LN503, "relative-search-path", WARNING,
           "a file's search path has a relative element",
           "It is resolved from the current folder of each program that runs. $ORIGIN is the "
           "folder of the file itself.",
           "patchelf --set-rpath it to start with $ORIGIN", "CWE-427")

FINDING_OF(
    "lazynccl audit", LN504, "build-machine-search-path", WARNING,
    "a file's search path names a folder of the machine it was built on",
    "Other machines do not have that folder, or have something else in it. A user who can "
    "create it there decides which libraries the file gets.",
    "patchelf --set-rpath the path without it, or build without it (CMAKE_INSTALL_RPATH, Meson's "
    "install_rpath, -Wl,-rpath in LDFLAGS)",
    "CWE-427")

FINDING_OF("lazynccl audit", LN505, "version-of-unneeded-library", ERROR,
           "a file requires a version from a library that it does not need",
           "The dynamic linker looks for the library among those it loaded and aborts the process "
           "if it is missing: `Assertion `needed != NULL' failed`. The cause is a DT_NEEDED entry "
           "that was removed or renamed later, as wheel repair does.",
           "repair it with patchelf 0.14.5 or newer, or build without the library",
           "NixOS/patchelf#84, pypa/auditwheel#103, uccl-project/uccl#1038")

static void say_unneeded_version(struct examination *at, const struct group *group, const char *who)
{
    rule_add(at, "LN505", "%s require%s %s of %s, which is not in DT_NEEDED", who, grouped_s(group),
             group->detail, group->cause);
}

static const struct group_kind unneeded_version = {"LN505", .say = say_unneeded_version};

FINDING_OF("lazynccl audit", LN506, "dlopen-note-malformed", WARNING,
           "a file's .note.dlopen cannot be read",
           "The note declares libraries that are opened later; packaging tools read it. Its text "
           "must be a JSON array of objects, each with a soname.",
           "write the note with SD_ELF_NOTE_DLOPEN of systemd's sd-dlopen.h, or as lazynccl does",
           "UAPI.12, ELF dlopen metadata")

static const struct group_kind note = {
    "LN506", .what = "%s: its .note.dlopen is not a JSON array of objects", .evidence = "%.200s"};

void files_check_note(struct groups *groups, const char *name, const char *text)
{
    grouped_add(groups, &note, text, "", NULL, name);
}

FINDING_OF("lazynccl audit", LN510, "dlopen-note-outdated", WARNING,
           "a file's .note.dlopen names only SONAMEs that a newer one replaced",
           "The library got a new SONAME, because its interface changed. The linker would have "
           "recorded the new one; a name that is passed to dlopen stays as it was written. The "
           "file runs as if the library were missing, and package managers install the old one.",
           "rebuild the file for the new SONAME, or install the library that the note names",
           "UAPI.12, ELF dlopen metadata")

static const struct group_kind outdated = {
    "LN510", .what = "%s may dlopen %s, which is not found; %s is installed"};

void files_check_entry(struct groups *groups, const char *name, const struct dlopen_entry *entry,
                       const struct target *target)
{
    for (size_t i = 0; i < entry->sonames.count; i++) {
        const char *soname = entry->sonames.list[i];
        OWNED(memory) char *newer = linker_newer(target, soname);

        if (!newer)
            continue;
        grouped_add(groups, &outdated, newer, soname, NULL, name);
        return;
    }
}

FINDING_OF(
    "lazynccl audit", LN507, "wheel-not-self-contained", WARNING, "a wheel is not self-contained",
    "It needs libraries that it does not contain and that not every system has. auditwheel copies "
    "such libraries into the wheel, including NCCL's 200 MB, unless you exclude them; then the "
    "module cannot be imported if they are missing, old or for another CUDA.",
    "auditwheel repair --exclude them, and require their packages; or link -llazynccl instead of "
    "NCCL, NVRTC and nvJitLink: then nothing is needed before the first call",
    "dmlc/xgboost#3554, rapidsai/cuvs#827, rapidsai/cudf#23626")

static const struct group_kind open_wheel = {"LN507", .what = "%s is not self-contained",
                                             .evidence = "it needs %s"};

/* The part of doctor's LN110 that the file alone proves. */
static const struct group_kind unversioned = {"LN110", .what = "%s opens %s%s, which is not found"};

void files_check_binding(struct groups *groups, const struct binding *binding)
{
    const char *so = strstr(binding->soname, ".so");
    const struct candidate *given = binding_given(binding);

    if (given && given->verdict == VERDICT_FOR_LINKING && !binding->declared)
        grouped_add(groups, &stub, given->path, "", binding, binding->file);
    if (binding->declared && binding->vendor.library && so && !so[3] && !given)
        grouped_add(groups, &unversioned, binding->soname, "", binding, binding->file);
    if (binding->needless)
        grouped_add(groups, &needless, binding->soname, "", binding, binding->file);
}

/* Defines a finding on a library of the environment itself, which audit reports for each file. */
#define LIBRARY_FINDING(id, ...)                                                                   \
    FINDING(id, __VA_ARGS__)                                                                       \
    {                                                                                              \
        grouped_look_for(at, read_libraries, #id);                                                 \
    }

LIBRARY_FINDING(
    LN512, "executable-stack", WARNING, "a library asks for an executable stack",
    "glibc 2.41 and later do not load such a library into a running program: dlopen() and import "
    "fail with `cannot enable executable stack`. Most libraries do not need it: an object of "
    "assembly without a .note.GNU-stack section is enough.",
    "patchelf --clear-execstack the library; until then GLIBC_TUNABLES=glibc.rtld.execstack=2",
    "OpenNMT/CTranslate2#1849")

LIBRARY_FINDING(
    LN513, "driver-in-package", ERROR, "a package contains a library of NVIDIA's driver",
    "The library belongs to the kernel module of one release, and each machine has its own. "
    "auditwheel copies it into the wheel unless it is excluded; the wheel then works on the "
    "machine that built it, and on those with the same driver.",
    "auditwheel repair --exclude the library, and build the wheel again", "ai-dynamo/nixl#475")

LIBRARY_FINDING(
    LN514, "own-copy-in-package", NOTE, "a package brings its own copy of NCCL or the CUDA runtime",
    "auditwheel copies a library into the wheel under a name with a hash, unless it is excluded. "
    "Beside PyTorch the process then has two NCCLs, which know nothing of each other, or two CUDA "
    "runtimes; each copy is of the release that the builder's machine had.",
    "auditwheel repair --exclude the library, and require NVIDIA's package",
    "rapidsai/cuvs#827, rapidsai/cugraph#4465")

static void say_stack(struct examination *at, const struct group *group, const char *who)
{
    rule_add(at, "LN512", "%s ask%s for an executable stack, which glibc 2.41 does not allow", who,
             grouped_s(group));
    OWNED(memory) char *file = strings_word(group->files.list[0]);
    rule_help(at, "patchelf --clear-execstack %s", file);
    rule_help(at, "export GLIBC_TUNABLES=glibc.rtld.execstack=2");
}

static void say_driver(struct examination *at, const struct group *group, const char *who)
{
    rule_add(at, "LN513", "%s: a library of NVIDIA's driver, which must not be in a package", who);
    rule_help(at, "auditwheel repair --exclude %s", group->cause);
}

/* Reports a file that asks for an executable stack. If a package contains the file (`is_packed`),
 * also reports a library of NVIDIA's driver and a copy of NCCL or of the CUDA runtime. */
static void check_kind(struct groups *groups, const char *name, const struct elf_file *file,
                       int is_packed)
{
    static const struct group_kind stack = {"LN512", .say = say_stack, .is_mild = 1},
                                   driver = {"LN513", .say = say_driver},
                                   copy = {"LN514", .what = "%s: the package has its own copy of "
                                                            "%s%s"};
    const struct nvidia vendor = nvidia_of(strings_base_name(name));
    const char *base = strings_base_name(name), *hash = strchr(base, '-'),
               *so = strstr(base, ".so");

    if (file->runs_stack && !file->is_program)
        grouped_add(groups, &stack, "", "", NULL, name);
    if (is_packed && hash && vendor.known && strings_length_of_first("libnccl-|libcudart-", base))
        grouped_add(groups, &copy, "", vendor.title, NULL, name);
    if (!is_packed || !so || !vendor.is_driver)
        return;
    size_t stem = (size_t)((hash && hash < so ? hash : so) - base);
    int is_nvidia = strncmp(base, "libnvidia-", 10) == 0;
    OWNED(memory)
    char *soname = memory_print("%.*s%s", is_nvidia ? (int)(so - base) : (int)stem, base, so);
    grouped_add(groups, &driver, soname, "", NULL, name);
}

static void read_libraries(struct groups *groups, struct facts *facts)
{
    const struct target *target = facts->machine->target;

    for (const struct library *at = target->site_count && !target->from ? libraries_of(facts, "")
                                                                        : NULL;
         at; at = at->next)
        check_kind(groups, at->path, at->head, strstr(at->path, ".libs/") != NULL);
}

/* Reports versions of libraries not in DT_NEEDED, except libc and ld.so: ld.so then aborts. */
static void check_versions(struct groups *groups, const char *name, const struct elf_file *file)
{
    for (size_t i = 0; i < file->version_count; i++) {
        const char *from = file->versions[i].file;

        if (from && !strings_has(&file->needed, from) && strncmp(from, "ld-linux", 8) != 0 &&
            strcmp(from, "libc.so.6") != 0)
            grouped_add(groups, &unneeded_version, from, file->versions[i].name, NULL, name);
    }
}

void files_check(struct groups *groups, const char *name, const struct elf_file *file,
                 const struct binding_source *source)
{
    static const char is_empty[] = "%s: an empty element in the %s, which is the current folder";
    static const struct group_kind kinds[] = {
        [SEARCH_PATH_EMPTY] = {"LN502", .what = is_empty, .evidence = "%s"},
        [SEARCH_PATH_LAST] = {"LN502", .what = is_empty, .evidence = "%s", .is_mild = 1},
        [SEARCH_PATH_RELATIVE] = {"LN503", .what = "%s: a relative element in the %s: %s"},
        [SEARCH_PATH_STUBS] = {"LN105", .what = "%s: a folder of stub libraries in the %s: %s",
                               .is_mild = 1},
        [SEARCH_PATH_BUILD] = {"LN504", .what = "%s: a folder of the build machine in the %s: %s",
                               .is_mild = 1},
        [SEARCH_PATH_OPEN] = {"LN504", .what = "%s: a folder that others can write to or create in "
                                               "the %s: %s"},
    };
    const char *root = source->target ? source->target->root : NULL;
    const char *path = file->runpath ? file->runpath : file->rpath;
    /* ld.so ignores an entirely empty path */
    OWNED(strings) struct strings elements = strings_split(path && *path ? path : NULL, ':');

    for (size_t i = 0; i < elements.count; i++) {
        const char *element = elements.list[i];
        enum search_path_fault fault = search_path_fault(element, root);

        if (fault == SEARCH_PATH_EMPTY && i + 1 == elements.count && root && finds_all(source))
            fault = SEARCH_PATH_LAST;
        if (fault != SEARCH_PATH_GOOD)
            grouped_add(groups, &kinds[fault], *element ? element : path,
                        file->runpath ? "RUNPATH" : "RPATH", NULL, name);
    }
    check_versions(groups, name, file);
    check_kind(groups, name, file, !root || strstr(name, ".libs/"));
}

void files_check_wheel(struct groups *groups, const char *name, const struct strings *outside)
{
    OWNED(memory) char *all = strings_join(outside, ", ");

    grouped_add(groups, &open_wheel, all, "", NULL, name);
}
