/* The registry of findings: each problem that can be found, with a permanent id and word.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stddef.h>

struct examination;

enum severity { ERROR, WARNING, NOTE };

struct finding_row {
    const char *id;   /* "LN107" */
    const char *word; /* "nvjitlink-too-old" */
    enum severity severity;
    const char *verb;                     /* the only verb that reports it; NULL: doctor does */
    void (*look)(struct examination *at); /* its rule; NULL if `verb` is set */
    const char *what, *why, *remedy, *source;
};

/* Each finding is defined in one place: its row, followed by the rule that looks for it.
 *
 *     FINDING(LN202, "net-empty", ERROR, what, why, remedy, source)
 *     {
 *         ...
 *     }
 *
 * - the severity: ERROR and WARNING make the exit status 1, NOTE does not
 * - what: one line; findings_add() says it again with names
 * - why: one paragraph, for `explain` and -v
 * - remedy: one line, printed if the rule adds none
 * - source: public threads, or the file and line of NCCL that causes it
 * An id is never reused, and its meaning and word never change. FINDING_OF is for findings that
 * only one verb reports; they have no rule. */
#define FINDING(id, word, severity, ...)                                                           \
    static void look_##id(struct examination *);                                                   \
    FINDING_ENTRY(id, word, severity, NULL, look_##id, __VA_ARGS__)                                \
    static void look_##id(struct examination *at)
#define FINDING_OF(verb, id, word, severity, ...)                                                  \
    FINDING_ENTRY(id, word, severity, verb, NULL, __VA_ARGS__)

/* The linker collects this section from all files. */
#define FINDING_ENTRY(id, word, severity, verb, look, ...)                                         \
    static const struct finding_row row_##id = {#id, word, severity, verb, look, __VA_ARGS__};     \
    __attribute__((section("lazynccl_findings"),                                                   \
                   used)) static const struct finding_row *const entry_##id = &row_##id;

/* Returns row number `i` in the order of the ids; NULL at the end. */
const struct finding_row *registry_at(size_t i);

/* Returns the row of an id or a word, case-insensitive; NULL if not found. */
const struct finding_row *registry_row(const char *id);
