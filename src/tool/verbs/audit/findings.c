/* Turns what an audit found wrong into findings of the registry.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "search/view.h"
#include "tool/findings/list.h"
#include "tool/linking/environment.h"
#include "tool/linking/facts.h"
#include "tool/linking/undefined.h"
#include "tool/verbs/audit/audit.h"
#include <stdio.h>
#include <string.h>

FINDING_OF("lazynccl audit", LN501, "needless-dependency", NOTE,
           "a file needs a library and uses nothing of it",
           "The library stands in its DT_NEEDED and none of its symbols is wanted: it was linked "
           "without --as-needed, or to have it there for another file. Whoever loads the file must "
           "have the library, of the right release, for nothing.",
           "link with -Wl,--as-needed, or patchelf --remove-needed the library",
           "pytorch/pytorch#134929")

FINDING_OF(
    "lazynccl audit", LN502, "empty-search-path", WARNING,
    "a file's search path has an empty element",
    "An empty element (a colon at an end, or two together) is the current folder of whoever "
    "runs the program: libraries are taken from wherever it stands. NVRTC of 11.8, 12.6, 12.8 "
    "and 12.9 has one ($ORIGIN:).",
    "patchelf --set-rpath the path without it; until then, run nothing in a folder that others "
    "can write to",
    "NVIDIA/cuda-python#792")

FINDING_OF("lazynccl audit", LN503, "relative-search-path", WARNING,
           "a file's search path has a relative element",
           "It is looked up below the current folder of whoever runs the program. $ORIGIN is the "
           "folder of the file itself.",
           "patchelf --set-rpath it to begin with $ORIGIN", "CWE-427")

FINDING_OF("lazynccl audit", LN504, "build-machine-search-path", WARNING,
           "a file's search path names a folder of the machine that it was built on",
           "Nobody else has that folder, or has other things in it. Who can make it on a machine "
           "decides which libraries the file gets.",
           "patchelf --set-rpath the path without it, or build with install_rpath alone", "CWE-427")

FINDING_OF("lazynccl audit", LN505, "version-of-unneeded-library", ERROR,
           "a file wants a version from a library that it does not need",
           "The dynamic linker looks for the library among those that are loaded and ends the "
           "process if it is not: `Assertion `needed != NULL' failed`. It comes of removing or "
           "renaming a DT_NEEDED entry afterwards, as wheel repair does.",
           "repair it with patchelf 0.14.5 or newer, or build without the library",
           "NixOS/patchelf#84, pypa/auditwheel#103, uccl-project/uccl#1038")

FINDING_OF("lazynccl audit", LN506, "dlopen-note-malformed", WARNING,
           "a file's .note.dlopen cannot be read",
           "The note declares libraries that are opened later; packagers' tools read it. Its text "
           "must be a JSON array of objects with a soname each.",
           "write the note with SD_ELF_NOTE_DLOPEN of systemd's sd-dlopen.h, or as lazynccl does",
           "UAPI.12, ELF dlopen metadata")

FINDING_OF("lazynccl audit", LN507, "wheel-not-self-contained", WARNING,
           "a wheel is not self-contained",
           "It needs libraries that it does not carry and that not every system has. auditwheel "
           "copies such libraries into the wheel, NCCL's 200 MB as well, unless told to leave them "
           "out; then the module does not import where they are missing, old or of another CUDA.",
           "auditwheel repair --exclude them, and require their packages; or link -llazynccl in "
           "place of NCCL, NVRTC and nvJitLink: nothing is then needed before the first call",
           "dmlc/xgboost#3554, rapidsai/cuvs#827, rapidsai/cudf#23626")

FINDING_OF(
    "lazynccl audit", LN508, "found-only-if-preloaded", NOTE,
    "a file finds a library only if somebody loads it first",
    "Its search path does not lead to the library, though it is there. It works as long as a "
    "package opens the library before it imports the file.",
    "give the file a search path that leads to the library, such as $ORIGIN/../nvidia/nccl/lib",
    "chelsea0x3b/cudarc#232")

#define MOST_NAMED 3 /* files that have a flaw in common */

/* "libtorch_cuda.so", or "libtorch_cuda.so and 12 more files". */
static const char *name_files(const struct audit_flaw *flaw, char text[300])
{
    const char *first = strings_base_name(flaw->files.list[0]);

    if (flaw->files.count == 1)
        snprintf(text, 300, "%s", first);
    else
        snprintf(text, 300, "%.200s and %zu more file%s", first, flaw->files.count - 1,
                 flaw->files.count == 2 ? "" : "s");
    return text;
}

static void evidence_of_file(struct findings *to, const struct audit_flaw *flaw)
{
    if (flaw->from)
        findings_evidence(to, "%s (%s)", flaw->detail, flaw->from);
    else
        findings_evidence(to, "%s", flaw->detail);
}

static void lacking(struct findings *to, const struct audit_flaw *flaw, const char *who)
{
    const char *name = strings_base_name(flaw->detail);
    char have[LAZYNCCL_VERSION_TEXT], wanted[LAZYNCCL_VERSION_TEXT];
    char least[LAZYNCCL_VERSION_TEXT + 2], install[NVIDIA_INSTALL];
    struct nvidia vendor = {0};

    if (!nvidia_of(name, &vendor) || !vendor.is) {
        findings_add(to, "LN103", "%s will not load: %s lacks %s", who, name, flaw->more);
        evidence_of_file(to, flaw);
        return;
    }
    int added = undefined_symbol_added(vendor.is, flaw->more);

    findings_add(to, vendor.is->suffixed ? "LN107" : "LN103", "%s will not load: %s %s lacks %s",
                 who, vendor.is->title, lazynccl_version_text(vendor.is, flaw->version, have),
                 flaw->more);
    evidence_of_file(to, flaw);
    if (added <= flaw->version) { /* not known */
        nvidia_install(name, "", install);
        findings_remedy(to, "pip install --upgrade%s", install + strlen("pip install"));
    } else {
        lazynccl_version_text(vendor.is, added, wanted);
        snprintf(least, sizeof least, ">=%s", wanted);
        nvidia_install(name, least, install);
        findings_remedy(to, "install %s %s or later in its place     (%s)", vendor.is->title,
                        wanted, install);
    }
}

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

static void add(struct findings *to, const struct audit_flaw *flaw, const char *prefix)
{
    const char *detail = flaw->detail, *more = flaw->more;
    char text[300], install[NVIDIA_INSTALL];
    const char *by = name_files(flaw, text), *s = flaw->files.count == 1 ? "s" : "";

    switch (flaw->kind) {
    case AUDIT_ABSENT:
        findings_add(to, "LN115", "%s need%s %s, which ld.so does not find", by, s, detail);
        if (nvidia_install(detail, "", install))
            findings_remedy(to, "%s", install);
        break;
    case AUDIT_LACKS:
        lacking(to, flaw, by);
        break;
    case AUDIT_FAULT:
        findings_add(to, strstr(detail, "/stubs/") ? "LN105" : "LN117", "%s would get %s: %s", by,
                     strings_base_name(detail), more);
        findings_evidence(to, "%s", detail);
        break;
    case AUDIT_PRELOADED:
        findings_add(to, "LN508", "%s find%s %s only if somebody loads it first", by, s, detail);
        findings_evidence(to, "it is there: %s", more);
        from_origin(flaw->files.list[0], more, text);
        findings_remedy(to, "give the file the search path %s", text);
        break;
    case AUDIT_NEEDLESS:
        findings_add(to, "LN501", "%s: nothing used of %s, which stands in DT_NEEDED", by, detail);
        break;
    case AUDIT_EMPTY_PATH:
        findings_add(to, "LN502", "%s: an empty element in the %s, which is the current folder", by,
                     more);
        findings_evidence(to, "%s", detail);
        break;
    case AUDIT_RELATIVE_PATH:
        findings_add(to, "LN503", "%s: a relative element in the %s: %s", by, more, detail);
        break;
    case AUDIT_STUBS_PATH:
        findings_add(to, "LN105", "%s: a folder of stub libraries in the %s: %s", by, more, detail);
        break;
    case AUDIT_BUILD_PATH:
        findings_add(to, "LN504", "%s: a folder of the build machine in the %s: %s", by, more,
                     detail);
        break;
    case AUDIT_UNNEEDED_VERSION:
        findings_add(to, "LN505", "%s want%s %s of %s, which is not in DT_NEEDED", by, s, more,
                     detail);
        break;
    case AUDIT_BAD_NOTE:
        findings_add(to, "LN506", "%s: its .note.dlopen is no JSON array of objects", by);
        findings_evidence(to, "%.200s", detail);
        break;
    case AUDIT_OPEN_WHEEL:
        findings_add(to, "LN507", "%s is not self-contained", by);
        findings_evidence(to, "it needs %s", detail);
        break;
    }
    for (size_t i = 0; i < flaw->files.count && i < MOST_NAMED; i++)
        findings_evidence(to, "%s%s", prefix, flaw->files.list[i]);
    if (flaw->files.count > MOST_NAMED)
        findings_evidence(to, "and %zu more", flaw->files.count - MOST_NAMED);
}

void audit_findings(const struct audit *audit, struct findings *to, const char *prefix)
{
    for (size_t i = 0; i < audit->flaw_count; i++)
        add(to, &audit->flaws[i], prefix);
}
