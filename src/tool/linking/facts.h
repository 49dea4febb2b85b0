/* Whom the doctor looks at: a consumer, the machine around it as files show it, and what was found.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Rules read the machine through this alone, so that every one of them works on a folder that is
 * taken as /. Facts that several rules need are read when the first of them asks. */
#ifndef LAZYNCCL_TOOL_LINKING_FACTS_H
#define LAZYNCCL_TOOL_LINKING_FACTS_H

#include "tool/files/dist_info.h"
#include "tool/findings/registry.h"
#include "tool/linking/candidate.h"

struct finding {
    const struct finding_row *row;
    char *what;
    struct strings evidence; /* lines */
    struct strings remedy;   /* lines to copy; none: the row's */
};

struct environment;
struct conf;

struct patient {
    const struct consumer *consumer;
    struct finding *found;
    size_t found_count;
    struct strings blind; /* what could not be looked at, and why */
    /* facts; NULL: not asked for yet */
    struct answer *answers;
    struct environment *installed;
    struct conf *conf;
};

/* The findings of a rule; the others add to the last one. */
void findings_add(struct patient *, enum finding_id, const char *format, ...) LAZYNCCL_PRINTF(3, 4);
void findings_evidence(struct patient *, const char *format, ...) LAZYNCCL_PRINTF(2, 3);
void findings_remedy(struct patient *, const char *format, ...) LAZYNCCL_PRINTF(2, 3);

void facts_free(struct patient *);

/* The machine. Paths are those that the consumer would use; results are to be freed. What is not
 * there is NULL or 0; what is there and cannot be read is noted as not looked at as well. */

/* Notes that a path could not be looked at, unless it is just not there. */
void machine_unreadable(struct patient *, const char *path, int error);

char *machine_text(struct patient *, const char *path); /* a file's, up to its first NUL */
int machine_has(struct patient *, const char *path);
char *machine_inside(const struct patient *, const char *path); /* as it is opened: with the root */
/* A folder's names in order, without hidden ones. Returns 0, or -1 if there is no such folder. */
int machine_names(struct patient *, const char *path, struct strings *);
/* /proc/NAME for the consumer: the process's own, or that of whoever asks. */
char *machine_proc(struct patient *, const char *name);

/* A path as the consumer would name it: without the root. */
const char *machine_shown(const struct patient *, const char *path);

/* A variable's value as it is, "" too; NULL: unset. */
const char *machine_variable(const struct patient *, const char *name);

/* What the search and ld.so give of a library; nccl, nvrtc or nvjitlink. */
const struct answer *facts_answer(struct patient *, const char *library);

/* What a consumer would get of it: lazynccl's, else ld.so's; NULL: nothing. */
const struct look *facts_copy(struct patient *, const char *library);

/* What ld.so would give a file of this machine by this name; to be freed, NULL: nothing. `from`
 * says who leads there. The file NULL: the consumer itself. */
char *linker_find(struct patient *, const char *file, const char *soname, const char **from);

/* All different files that ld.so would come to, as they are opened. */
void linker_each(struct patient *, const char *file, const char *soname, struct strings *paths);

#endif
