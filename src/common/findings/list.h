/* The findings, in the order in which the rules reported them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/findings/registry.h"
#include "common/text/strings.h"
#include "runtime/library/library.h"

struct finding {
    const struct finding_row *row;
    enum severity severity; /* the row's, or NOTE */
    int is_installed;       /* 1: is about files of packages: counted, and shown only with -v */
    int is_brief;           /* 1: printed in one line, unless -v or its ID is given */
    char *what;
    struct strings evidence; /* lines */
    struct strings files;    /* all files that have the problem */
    struct strings remedy;   /* lines to copy; if there are none, the row's remedy is printed */
};

/* Start with {0}. */
struct findings {
    struct finding *list;
    size_t count;
    size_t examined; /* number of examined files; 0: the verb does not print it */
};

/* Adds a finding. */
void findings_add(struct findings *, const char *id, const char *format, ...) LAZYNCCL_PRINTF(3, 4);
/* Add a line to the last finding: (findings, format, ...) */
#define findings_evidence(findings, ...)                                                           \
    strings_print(&(findings)->list[(findings)->count - 1].evidence, __VA_ARGS__)
#define findings_remedy(findings, ...)                                                             \
    strings_print(&(findings)->list[(findings)->count - 1].remedy, __VA_ARGS__)
void findings_free(struct findings *);

/* Returns 1 if some finding is more than a note. */
int findings_has_problem(const struct findings *);
