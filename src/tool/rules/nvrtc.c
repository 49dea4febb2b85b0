/* Rules on NVRTC, its builtins and nvJitLink: LN108, 111, 112.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/closure.h"
#include "runtime/search/path.h"
#include "tool/rules/rule.h"

/* The builtins that the NVRTC in use opens, and their location. */
struct builtins {
    enum { NO_USE, LAZY, DIRECT } use; /* LAZY: only through lazynccl */
    const struct candidate *nvrtc;     /* NULL if not used, not found or of unknown version */
    char name[64];                     /* the builtins' file name, with the version of NVRTC */
    char *folder;                      /* of NVRTC */
    char *beside;                      /* the path of `name` in `folder`; NULL if missing */
    char *gives;                       /* the file that ld.so finds for `name`; NULL if none */
    const char *from;                  /* what led ld.so to this file */
};

/* Returns how the named file uses NVRTC. In the case LAZY, lazynccl also opens the builtins. An
 * environment counts as DIRECT, because it has files that use NVRTC directly. */
static int use_of(const struct target *target, const struct lazynccl_description *library)
{
    OWNED(closure) struct closure all = {0};
    int use = target->from ? NO_USE : DIRECT;

    if (target->from)
        all = closure_read(target, target->from, 1);
    for (size_t i = 0; i < all.count; i++) {
        const struct elf_file *file = all.list[i].asks ? &all.list[i].asks->file : NULL;

        if (nvidia_of(file && file->soname ? file->soname : all.list[i].soname).library == library)
            use = DIRECT;
        else if (file && use == NO_USE && strings_has(&file->lazynccl, library->name))
            use = LAZY;
    }
    return use;
}

/* Finds the builtins of the NVRTC in use: in its folder, and as ld.so finds them. */
static struct builtins *read_builtins(struct facts *facts)
{
    const struct lazynccl_description *library = facts_search_result(facts, "nvrtc")->library;
    const char *companion = library->companion;
    const struct candidate *nvrtc = facts_copy(facts, "nvrtc");
    const char *shown = nvrtc ? machine_shown(facts->machine, nvrtc->path) : NULL;
    struct builtins *all = memory_get(1, sizeof *all);

    all->folder = memory_folder(shown);
    all->use = use_of(facts->machine->target, library);
    if (!all->use || !all->folder || !nvrtc->version || !companion)
        return all;
    all->nvrtc = nvrtc;
    /* "libnvrtc-builtins.so.%d.%d" */
    snprintf(all->name, sizeof all->name, "%.*s%d.%d", (int)strcspn(companion, "%"), companion,
             nvrtc->version / 10000, nvrtc->version / 100 % 100);
    OWNED(memory) char *beside = memory_print("%s/%s", all->folder, all->name);
    all->beside =
        machine_has(facts->machine, beside) ? view_inside(facts->machine->target, beside) : NULL;
    all->gives = linker_find(facts->machine, shown, all->name, &all->from);
    return all;
}

static const struct builtins *builtins_of(struct facts *facts)
{
    if (!facts->builtins)
        facts->builtins = read_builtins(facts);
    return facts->builtins;
}

FINDING(LN108, "builtins-missing", ERROR, "NVRTC's builtins are missing",
        "NVRTC opens libnvrtc-builtins.so.X.Y of exactly its own release at the first compile; "
        "without it every compile fails with NVRTC_ERROR_BUILTIN_OPERATION_FAILURE (7).",
        "reinstall NVRTC's package: the builtins are part of it", "pytorch/TensorRT#3893")
{
    const struct lazynccl_description *library = facts_search_result(at->facts, "nvrtc")->library;
    const struct builtins *all = builtins_of(at->facts);

    if (!all->nvrtc || all->beside || all->gives)
        return;
    rule_add(at, "LN108", "NVRTC cannot compile: there is no %s", all->name);
    rule_evidence(at, library, all->nvrtc);
    OWNED(memory)
    char *again = packages_again_of(at->machine, machine_shown(at->machine, all->nvrtc->path)),
         *install = packages_install(at->machine, library, all->nvrtc->version / 10000, 0);
    if (again)
        rule_help(at, "%s", again);
    else /* the newest release may not fit nvJitLink */
        rule_help(at, "pip install --force-reinstall --no-deps '%s==%s.*'",
                  install + strlen("pip install "), NVIDIA_VERSION(library, all->nvrtc->version));
}

/* Returns 1 if two files are identical, as one release's builtins are in wheels and toolkits. */
static int are_equal(const char *one, const char *other)
{
    char bytes[2][1 << 14];
    size_t got;
    int equal = 0;

    if (lazynccl_same_file(one, other))
        return 1;
    FILE *first = fopen(one, "rbe"), *second = fopen(other, "rbe");
    if (first && second)
        do {
            got = fread(bytes[0], 1, sizeof bytes[0], first);
            equal = fread(bytes[1], 1, sizeof bytes[1], second) == got &&
                    memcmp(bytes[0], bytes[1], got) == 0;
        } while (equal && got);
    if (first)
        fclose(first);
    if (second)
        fclose(second);
    return equal;
}

FINDING(LN112, "builtins-elsewhere", WARNING,
        "NVRTC does not find the builtins next to it, or finds others",
        "NVRTC opens its builtins by their bare name. The 13.0 wheels have no search path and fail "
        "unless something else opened the builtins before; those of 11.8, 12.6, 12.8 and 12.9 have "
        "an empty element in theirs, which means the current folder; with a RUNPATH, "
        "LD_LIBRARY_PATH comes first. lazynccl opens the file next to NVRTC by absolute path.",
        "add the builtins' folder to LD_LIBRARY_PATH, or update NVRTC to 13.1 or later",
        "pytorch/TensorRT#3893, NVIDIA/cuda-python#792")
{
    const struct builtins *all = builtins_of(at->facts);

    if (all->use != DIRECT || !all->beside || (all->gives && are_equal(all->gives, all->beside)))
        return;
    rule_add(at, "LN112",
             all->gives ? "NVRTC finds a different %s from the one next to it"
                        : "NVRTC does not find the %s next to it",
             all->name);
    rule_evidence(at, facts_search_result(at->facts, "nvrtc")->library, all->nvrtc);
    if (all->gives) {
        rule_line(at, "%s (%s)", machine_shown(at->machine, all->gives), all->from);
        if (strcmp(all->from, "LD_LIBRARY_PATH") == 0)
            rule_help_search(at, all->folder);
    } else {
        rule_line(at, "it has no search path, and ld.so looks elsewhere for the name");
        rule_help_search(at, all->folder);
    }
}

/* Searches for nvJitLink with NVRTC as its partner, as a program that uses both would. */
FINDING(LN111, "nvrtc-too-new", WARNING, "NVRTC is newer than nvJitLink",
        "LTO-IR from NVRTC a.b can be linked only by nvJitLink a.b or later; an older one fails "
        "with `ERROR 4 in nvvmAddNVVMContainerToProgram, may need newer version of nvJitLink "
        "library`. PTX fails the same way once its version differs.",
        "install the same release of both", "numba/numba#10353, Genesis-Embodied-AI/gs-madrona#63")
{
    const struct lazynccl_description *library = facts_search_result(at->facts, "nvrtc")->library;
    const struct lazynccl_description *link_library =
        facts_search_result(at->facts, "nvjitlink")->library;
    const struct candidate *nvrtc = builtins_of(at->facts)->nvrtc, *link;

    if (!nvrtc)
        return;
    link = search_result_taken(
        facts_ask(at->facts, link_library, 0, machine_shown(at->machine, nvrtc->path)));
    if (!link || !link->version || nvrtc->version <= link->version)
        return;
    rule_add(at, "LN111", "NVRTC %s is newer than nvJitLink %s, which cannot link its LTO-IR",
             NVIDIA_VERSION(library, nvrtc->version), NVIDIA_VERSION(link_library, link->version));
    rule_evidence(at, library, nvrtc);
    rule_evidence(at, link_library, link);
    OWNED(memory)
    char *install =
        packages_install(at->machine, link_library, nvrtc->version / 10000, nvrtc->version);
    rule_help(at, "%s", install);
}
