/* The files around a target that need one of the libraries, and the copies that lie there.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Of a Python: its site-packages and PYTHONPATH. Of a file: itself. Of a process: what it has
 * mapped. */
#pragma once

#include "common/linking/binding.h"
#include "common/linking/facts.h"

struct copy {
    char *path; /* as it is opened */
    const struct lazynccl_description *library;
};

struct environment {
    struct bindings bindings;
    struct copy *copies; /* each file once, without our own forms */
    size_t copy_count;
    struct strings followed; /* libraries of NVIDIA's elsewhere that files need */
    struct strings standins; /* paths of lazynccl builds that have a SONAME of NVIDIA's */
    struct strings notes;    /* "PATH\nTEXT": each .note.dlopen and the file that has it */
};

/* Read at the first call. */
const struct environment *environment_read(struct facts *);

/* 1 if there is nothing of NVIDIA's around the target: no library, and no file that needs one. */
int environment_is_empty(struct facts *);
#define ENVIRONMENT_EMPTY "no NVIDIA libraries here"
