/* The files around a consumer that need one of the libraries, and the copies that lie there.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Of a Python: its site-packages and PYTHONPATH. Of a file: itself. Of a process: what it has
 * mapped. */
#ifndef LAZYNCCL_TOOL_LINKING_ENVIRONMENT_H
#define LAZYNCCL_TOOL_LINKING_ENVIRONMENT_H

#include "tool/linking/facts.h"

struct need {
    char *path; /* of the file that needs the library, without the root */
    char *soname;
    struct answer answer; /* `looks` is what ld.so has for this file: the first is what it gives */
    const struct look
        *wheel;        /* the wheel's copy, which packages open before; NULL: there is none */
    char *wheel_lacks; /* what that copy lacks; NULL: nothing */
};

struct copy {
    char *path; /* as it is opened */
    const struct lazynccl_description *is;
};

struct environment {
    struct need *needs;
    size_t need_count;
    struct copy *copies; /* each file once, without our own forms */
    size_t copy_count;
    struct strings notes; /* "PATH\nTEXT": each .note.dlopen and the file that has it */
};

/* Read at the first call. */
const struct environment *environment_read(struct facts *);

/* What ld.so gives; NULL: nothing. */
const struct look *environment_given(const struct need *);

/* What the file very likely gets. A package whose files lead nowhere themselves opens the wheel's
 * copy before them, and that one wins whatever ld.so would find. `lacks` is what it has not; NULL:
 * nothing. Returns NULL if there is none at all. */
const struct look *environment_serving(const struct facts *, const struct need *,
                                       const char **lacks);

#endif
