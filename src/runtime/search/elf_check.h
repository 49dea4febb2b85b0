/* Checks ELF files before they are opened.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_SEARCH_ELF_CHECK_H
#define LAZYNCCL_SEARCH_ELF_CHECK_H

#include "runtime/library/description.h"
#include <stddef.h>

/* Kinds of marker notes. A file that contains lazynccl itself is not a library that it stands in
 * for, but may well be a network plugin. */
enum { LAZYNCCL_FORM = 1, LAZYNCCL_NET_FORM = 2 };
#define LAZYNCCL_FORM_OF(desc) ((desc)->plugin ? LAZYNCCL_NET_FORM : LAZYNCCL_FORM)
#define LAZYNCCL_MARKER_OWNER "lazynccl"
#define LAZYNCCL_MARKER(name, form)                                                                \
    LAZYNCCL_NOTE(name, ".note.lazynccl", form, sizeof LAZYNCCL_MARKER_OWNER,                      \
                  LAZYNCCL_MARKER_OWNER, 4, "0.1")
#define LAZYNCCL_IS_FORM "a lazynccl build, not the real library"

/* Precedes, in the .note.dlopen of a stand-in, what it was made from, which a quote ends. */
#define LAZYNCCL_STANDIN_FROM "; stand-in made from "

/* The highest kind of marker among these notes, or 0. */
int lazynccl_marker_in(const unsigned char *notes, size_t size, size_t align);

/* Why a file must not be given to dlopen, in `text`, and errno, 0 if it was looked at; NULL if it
 * may. dlopen refuses broken files itself, except these: a truncated one kills the process
 * (SIGBUS), as one does that is filled with zeros after its start (SIGSEGV), a FIFO never returns,
 * and a lazynccl build of this or a higher kind would be taken for the real library. */
const char *lazynccl_file_fault(const char *path, int form, char *text, size_t size);

#endif
