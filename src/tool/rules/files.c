/* Rules on ELF files and wheels themselves: LN501 to 508.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/rules/files.h"
#include "tool/linking/search_path.h"
#include "tool/rules/group.h"
#include "tool/text/memory.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

FINDING_OF("lazynccl audit", LN501, "needless-dependency", NOTE,
           "a file needs a library but uses nothing of it",
           "The library is in its DT_NEEDED but none of its symbols is used: it was linked without "
           "--as-needed, or to have it loaded for another file. Loading the file requires the "
           "library, of the right release, for nothing.",
           "link with -Wl,--as-needed, or patchelf --remove-needed the library",
           "pytorch/pytorch#134929")

static void say_needless(struct examination *at, const struct group *group, const char *who)
{
    findings_add(at->findings, "LN501", "%s: nothing used of %s, which is in DT_NEEDED", who,
                 group->cause);
}

FINDING_OF(
    "lazynccl audit", LN502, "empty-search-path", WARNING,
    "a file's search path has an empty element",
    "An empty element (a colon at either end, or two in a row) is the current folder of each "
    "program that runs: it loads libraries from wherever it was started. NVRTC of 11.8, 12.6, 12.8 "
    "and 12.9 has one ($ORIGIN:).",
    "patchelf --set-rpath the path without it; until then, run nothing in a folder that others "
    "can write to",
    "NVIDIA/cuda-python#792")

static void say_empty(struct examination *at, const struct group *group, const char *who)
{
    findings_add(at->findings, "LN502",
                 "%s: an empty element in the %s, which is the current folder", who, group->detail);
    findings_evidence(at->findings, "%s", group->cause);
}

FINDING_OF("lazynccl audit", LN503, "relative-search-path", WARNING,
           "a file's search path has a relative element",
           "It is resolved from the current folder of each program that runs. $ORIGIN is the "
           "folder of the file itself.",
           "patchelf --set-rpath it to start with $ORIGIN", "CWE-427")

static void say_relative(struct examination *at, const struct group *group, const char *who)
{
    findings_add(at->findings, "LN503", "%s: a relative element in the %s: %s", who, group->detail,
                 group->cause);
}

FINDING_OF("lazynccl audit", LN504, "build-machine-search-path", WARNING,
           "a file's search path names a folder of the machine it was built on",
           "Other machines do not have that folder, or have something else in it. A user who can "
           "create it there decides which libraries the file gets.",
           "patchelf --set-rpath the path without it, or build with install_rpath only", "CWE-427")

static void say_build(struct examination *at, const struct group *group, const char *who)
{
    findings_add(at->findings, "LN504", "%s: a folder of the build machine in the %s: %s", who,
                 group->detail, group->cause);
}

FINDING_OF("lazynccl audit", LN505, "version-of-unneeded-library", ERROR,
           "a file requires a version from a library that it does not need",
           "The dynamic linker looks for the library among those it loaded and aborts the process "
           "if it is missing: `Assertion `needed != NULL' failed`. The cause is a DT_NEEDED entry "
           "that was removed or renamed later, as wheel repair does.",
           "repair it with patchelf 0.14.5 or newer, or build without the library",
           "NixOS/patchelf#84, pypa/auditwheel#103, uccl-project/uccl#1038")

static void say_unneeded_version(struct examination *at, const struct group *group, const char *who)
{
    findings_add(at->findings, "LN505", "%s require%s %s of %s, which is not in DT_NEEDED", who,
                 group_s(group), group->detail, group->cause);
}

FINDING_OF("lazynccl audit", LN506, "dlopen-note-malformed", WARNING,
           "a file's .note.dlopen cannot be read",
           "The note declares libraries that are opened later; packaging tools read it. Its text "
           "must be a JSON array of objects, each with a soname.",
           "write the note with SD_ELF_NOTE_DLOPEN of systemd's sd-dlopen.h, or as lazynccl does",
           "UAPI.12, ELF dlopen metadata")

static void say_note(struct examination *at, const struct group *group, const char *who)
{
    findings_add(at->findings, "LN506", "%s: its .note.dlopen is not a JSON array of objects", who);
    findings_evidence(at->findings, "%.200s", group->cause);
}

FINDING_OF(
    "lazynccl audit", LN507, "wheel-not-self-contained", WARNING, "a wheel is not self-contained",
    "It needs libraries that it does not contain and that not every system has. auditwheel copies "
    "such libraries into the wheel, including NCCL's 200 MB, unless told to exclude them; then the "
    "module cannot be imported where they are missing, old or of another CUDA.",
    "auditwheel repair --exclude them, and require their packages; or link -llazynccl instead of "
    "NCCL, NVRTC and nvJitLink: then nothing is needed before the first call",
    "dmlc/xgboost#3554, rapidsai/cuvs#827, rapidsai/cudf#23626")

static void say_open_wheel(struct examination *at, const struct group *group, const char *who)
{
    findings_add(at->findings, "LN507", "%s is not self-contained", who);
    findings_evidence(at->findings, "it needs %s", group->cause);
}

FINDING_OF(
    "lazynccl audit", LN508, "found-only-if-preloaded", NOTE,
    "a file finds a library only if something else loads it first",
    "Its search path does not lead to the library, though it exists. It works if a package opens "
    "the library before it imports the file.",
    "give the file a search path that leads to the library, such as $ORIGIN/../nvidia/nccl/lib",
    "chelsea0x3b/cudarc#232")

/* The element of a search path that leads from a file to a library, both below one folder. */
static void from_origin(const char *file, const char *library, char text[300])
{
    size_t same = 0;

    for (size_t i = 0; file[i] && file[i] == library[i]; i++)
        if (file[i] == '/')
            same = i + 1;
    const char *end = strrchr(library + same, '/');

    snprintf(text, 300, "$ORIGIN");
    for (const char *at = strchr(file + same, '/'); at; at = strchr(at + 1, '/'))
        snprintf(text + strlen(text), 300 - strlen(text), "/..");
    if (end)
        snprintf(text + strlen(text), 300 - strlen(text), "/%.*s", (int)(end - library - same),
                 library + same);
}

static void say_preloaded(struct examination *at, const struct group *group, const char *who)
{
    const char *library = group->binding->preloaded.path;
    char text[300];

    findings_add(at->findings, "LN508", "%s find%s %s only if something else loads it first", who,
                 group_s(group), group->cause);
    findings_evidence(at->findings, "it exists: %s", library);
    from_origin(group->files.list[0], library, text);
    findings_remedy(at->findings, "give the file the search path %s", text);
}

void files_judge_binding(struct groups *groups, const struct binding *binding)
{
    const struct candidate *preloaded = &binding->preloaded;

    if (binding->needless)
        groups_add(groups, say_needless, binding->soname, "", binding, binding->file);
    if (!binding->declared && preloaded->path && preloaded->missing.count == 0)
        groups_add(groups, say_preloaded, binding->soname, preloaded->path, binding, binding->file);
}

static void judge_search_path(struct groups *groups, const char *name, const struct elf_file *file,
                              const char *root)
{
    static group_say *const says[] = {[SEARCH_PATH_EMPTY] = say_empty,
                                      [SEARCH_PATH_RELATIVE] = say_relative,
                                      [SEARCH_PATH_STUBS] = stubs_say_path,
                                      [SEARCH_PATH_BUILD] = say_build};
    const char *path = file->runpath ? file->runpath : file->rpath, *at = path;

    while (at && *path) { /* ld.so ignores an entirely empty path */
        size_t length = strcspn(at, ":");
        enum search_path_fault fault = search_path_fault(at, length, root);
        char *element = memory_copy_part(at, length);

        if (fault != SEARCH_PATH_GOOD)
            groups_add(groups, says[fault], fault == SEARCH_PATH_EMPTY ? path : element,
                       file->runpath ? "RUNPATH" : "RPATH", NULL, name);
        free(element);
        at = at[length] ? at + length + 1 : NULL;
    }
}

static int is_needed(const struct elf_file *file, const char *soname)
{
    for (size_t i = 0; i < file->needed_count; i++)
        if (strcmp(file->needed[i], soname) == 0)
            return 1;
    return 0;
}

void files_judge(struct groups *groups, const char *name, const struct elf_file *file,
                 const char *root)
{
    judge_search_path(groups, name, file, root);
    /* ld.so looks for the file of each version among the NEEDED ones and aborts if it is not there;
     * the C library and ld.so are always there */
    for (size_t i = 0; i < file->version_count; i++) {
        const char *from = file->versions[i].file;

        if (from && !is_needed(file, from) && strncmp(from, "ld-linux", 8) != 0 &&
            strcmp(from, "libc.so.6") != 0)
            groups_add(groups, say_unneeded_version, from, file->versions[i].name, NULL, name);
    }
}

void files_judge_note(struct groups *groups, const char *name, const char *text)
{
    groups_add(groups, say_note, text, "", NULL, name);
}

void files_judge_wheel(struct groups *groups, const char *name, const struct strings *outside)
{
    size_t length = 0;
    char *all = NULL;
    FILE *text = memory_check(open_memstream(&all, &length));

    for (size_t i = 0; i < outside->count; i++)
        fprintf(text, "%s%s", i ? ", " : "", outside->list[i]);
    fclose(text);
    groups_add(groups, say_open_wheel, all, "", NULL, name);
    free(all);
}
