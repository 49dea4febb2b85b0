/* Turns what an audit found wrong into findings of the registry.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "search/file_version.h"
#include "tool/verbs/audit/audit.h"
#include "tool/linking/undefined.h"
#include "tool/linking/environment.h"
#include "tool/linking/facts.h"
#include <stdio.h>
#include <string.h>

#define MOST_NAMED 3 /* files that have a flaw in common */

/* "libtorch_cuda.so", or "libtorch_cuda.so and 12 more files". */
static const char *who(const struct audit_flaw *flaw, char text[300])
{
    const char *first = strings_base_name(flaw->files.list[0]);

    if (flaw->files.count == 1)
        snprintf(text, 300, "%s", first);
    else
        snprintf(text, 300, "%.200s and %zu more file%s", first, flaw->files.count - 1,
                 flaw->files.count == 2 ? "" : "s");
    return text;
}

static void evidence_of_file(struct patient *to, const struct audit_flaw *flaw)
{
    if (flaw->from)
        findings_evidence(to, "%s (%s)", flaw->detail, flaw->from);
    else
        findings_evidence(to, "%s", flaw->detail);
}

static void lacking(struct patient *to, const struct audit_flaw *flaw, const char *who)
{
    const char *name = strings_base_name(flaw->detail);
    char have[LAZYNCCL_VERSION_TEXT], wanted[LAZYNCCL_VERSION_TEXT];
    char least[LAZYNCCL_VERSION_TEXT + 2], install[NVIDIA_INSTALL];
    struct nvidia vendor = {0};

    if (!nvidia_of(name, &vendor) || !vendor.is) {
        findings_add(to, LN103, "%s will not load: %s lacks %s", who, name, flaw->more);
        evidence_of_file(to, flaw);
        return;
    }
    int added = undefined_symbol_added(vendor.is, flaw->more);

    findings_add(to, vendor.is->suffixed ? LN107 : LN103, "%s will not load: %s %s lacks %s", who,
                 vendor.is->title, lazynccl_version_text(vendor.is, flaw->version, have),
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

static void add(struct patient *to, const struct audit_flaw *flaw, const char *prefix)
{
    const char *detail = flaw->detail, *more = flaw->more;
    char text[300], install[NVIDIA_INSTALL];
    const char *by = who(flaw, text), *s = flaw->files.count == 1 ? "s" : "";

    switch (flaw->kind) {
    case AUDIT_ABSENT:
        findings_add(to, LN115, "%s need%s %s, which ld.so does not find", by, s, detail);
        if (nvidia_install(detail, "", install))
            findings_remedy(to, "%s", install);
        break;
    case AUDIT_LACKS:
        lacking(to, flaw, by);
        break;
    case AUDIT_FAULT:
        findings_add(to, strstr(detail, "/stubs/") ? LN105 : LN117, "%s would get %s: %s", by,
                     strings_base_name(detail), more);
        findings_evidence(to, "%s", detail);
        break;
    case AUDIT_PRELOADED:
        findings_add(to, LN508, "%s find%s %s only if somebody loads it first", by, s, detail);
        findings_evidence(to, "it is there: %s", more);
        from_origin(flaw->files.list[0], more, text);
        findings_remedy(to, "give the file the search path %s", text);
        break;
    case AUDIT_NEEDLESS:
        findings_add(to, LN501, "%s: nothing used of %s, which stands in DT_NEEDED", by, detail);
        break;
    case AUDIT_EMPTY_PATH:
        findings_add(to, LN502, "%s: an empty element in the %s, which is the current folder", by,
                     more);
        findings_evidence(to, "%s", detail);
        break;
    case AUDIT_RELATIVE_PATH:
        findings_add(to, LN503, "%s: a relative element in the %s: %s", by, more, detail);
        break;
    case AUDIT_STUBS_PATH:
        findings_add(to, LN105, "%s: a folder of stub libraries in the %s: %s", by, more, detail);
        break;
    case AUDIT_BUILD_PATH:
        findings_add(to, LN504, "%s: a folder of the build machine in the %s: %s", by, more,
                     detail);
        break;
    case AUDIT_UNNEEDED_VERSION:
        findings_add(to, LN505, "%s want%s %s of %s, which is not in DT_NEEDED", by, s, more,
                     detail);
        break;
    case AUDIT_BAD_NOTE:
        findings_add(to, LN506, "%s: its .note.dlopen is no JSON array of objects", by);
        findings_evidence(to, "%.200s", detail);
        break;
    case AUDIT_OPEN_WHEEL:
        findings_add(to, LN507, "%s is not self-contained", by);
        findings_evidence(to, "it needs %s", detail);
        break;
    }
    for (size_t i = 0; i < flaw->files.count && i < MOST_NAMED; i++)
        findings_evidence(to, "%s%s", prefix, flaw->files.list[i]);
    if (flaw->files.count > MOST_NAMED)
        findings_evidence(to, "and %zu more", flaw->files.count - MOST_NAMED);
}

void audit_findings(const struct audit *audit, struct patient *to, const char *prefix)
{
    for (size_t i = 0; i < audit->flaw_count; i++)
        add(to, &audit->flaws[i], prefix);
}
