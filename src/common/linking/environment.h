/* The files of a target that need an NVIDIA library, and the copies of these libraries.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * For a Python, examines its site-packages, what their .pth files add, and PYTHONPATH; for a file,
 * the file; for a process, its mapped files. */
#pragma once

#include "common/linking/binding.h"
#include "common/linking/facts.h"

struct copy {
    char *path; /* with the root */
    const struct lazynccl_description *library;
};

struct environment {
    struct bindings bindings;
    struct copy *copies; /* libraries that have a stub, each once, without lazynccl builds */
    size_t copy_count;
    size_t examined;         /* the number of examined files */
    struct strings followed; /* needed NVIDIA libraries without a stub, outside of Pythons */
    struct strings standins; /* paths of lazynccl builds with the SONAME of an NVIDIA library */
    struct strings notes;    /* "PATH\nTEXT": each .note.dlopen and the file that has it */
};

/* Returns how a file of the environment gets libraries: by ld.so, or preloaded by a package. */
struct binding_source environment_source(struct facts *, const struct target *asks);

/* Returns the target's environment, which is read at the first call. */
const struct environment *environment_read(struct facts *);

/* Returns 1 if the target has neither an NVIDIA library nor a file that needs one. */
int environment_is_empty(struct facts *);
#define ENVIRONMENT_EMPTY "no NVIDIA libraries here"
