/* Checks ELF files before they are opened.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/description.h"
#include <stddef.h>

#define LAZYNCCL_SONAME_BYTES 128 /* a longer SONAME is cut off, and no library has one */
#define LAZYNCCL_IS_BUILD "a lazynccl build, not the real library"
#define LAZYNCCL_COMES_BACK "it calls this lazynccl build for the functions that it exports"

/* Precedes the name of the original in the .note.dlopen of a stand-in. */
#define LAZYNCCL_STANDIN_FROM "; stand-in made from "

/* Returns 1 if these notes are from a lazynccl build that exports a library's names. Other builds
 * may be part of any library. */
int lazynccl_exports_in(const unsigned char *notes, size_t size, size_t align);

/* Returns why a file must not be given to dlopen, perhaps in `text`, or NULL if it may be. Sets
 * errno, to 0 if the file was read. dlopen itself refuses most broken files. But a truncated file
 * kills the process (SIGBUS), as does a file of zeros after its start (SIGSEGV), opening a FIFO
 * never returns, and a lazynccl build that exports a library's names would be taken for the
 * library. `soname` receives the SONAME, or "" if there is none or it cannot be read: a file of
 * another library must not be opened, because that could not be undone. */
const char *lazynccl_file_fault(const char *path, char *text, size_t size, char *soname);
