/* The registry of findings: what can be wrong, each with an id for ever.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The rows stand in findings/, a file for each hundred of ids. docs/findings.md, `doctor --list`
 * and `explain` are made from them. FINDING(id, rule, severity, looker, what, why, remedy, source):
 * - rule: its name in earlier lists, "" if it has none
 * - severity: ERROR and WARNING make the exit status 1, NOTE does not
 * - looker: the function that looks whether it is so; rule_of_VERB: only that verb finds it
 * - what: one line; findings_add() says it again with names
 * - why: at length, for `explain`; one paragraph
 * - remedy: one line, for where the looker has none to copy
 * - source: public threads, or the file and line of NCCL that does so
 * An id is never given again, nor does its meaning change. */
#ifndef LAZYNCCL_TOOL_FINDINGS_REGISTRY_H
#define LAZYNCCL_TOOL_FINDINGS_REGISTRY_H

#include <stddef.h>

struct patient;

enum severity { ERROR, WARNING, NOTE };

enum finding_id {
#define FINDING(id, rule, severity, looker, what, why, remedy, source) id,
#include "tool/rules/rows/all.def"
#undef FINDING
    FINDING_COUNT
};

struct finding_row {
    const char *id; /* "LN107" */
    const char *rule;
    enum severity severity;
    void (*look)(struct patient *);
    const char *what, *why, *remedy, *source;
};
extern const struct finding_row findings[FINDING_COUNT];

/* "error", "warning", "note" */
const char *severity_name(enum severity);

/* The one verb that finds it: "lazynccl audit"; NULL: doctor does. */
const char *finding_verb(const struct finding_row *);

/* The row of an id, in whatever case; NULL: there is none. */
const struct finding_row *finding_row(const char *id);

#endif
