/* lazynccl: the real NCCL, NVRTC and nvJitLink, found and opened at their first call.
 *
 * A program that links lazynccl calls ncclGetVersion() and its like as ever; it needs this header
 * only to ask or to tell: is it there, since which version, which file, why not, take that one.
 *
 * Threads: every function may be called from any thread at any time. None of them prints, aborts
 * or changes errno. None may be called from a signal handler.
 * Strings: each one returned lives as long as the module that holds lazynccl, is UTF-8 (bytes of a
 * path that are not are written \xNN) and is never freed by the caller.
 * Versions: major*10000 + minor*100 + patch, 22809 for NCCL 2.28.9; CUDA's libraries have no patch:
 * NVRTC 12.9 is 120900. NCCL's own numbers are of that form since 2.9; older ones are converted.
 * Copies: each static or vendored copy of lazynccl in a process keeps its own choice. All find a
 * copy of the library that is already loaded, so that one serves them all.
 *
 * Since 0.1, all of it. Where to look, and why: docs/search-order.md.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_H
#define LAZYNCCL_H

#ifdef __cplusplus
extern "C" {
#endif

/* A library that may or may not be there. Belongs to this copy of lazynccl; never freed. */
typedef struct lazynccl_library lazynccl_library;

/* The libraries. Functions, not objects: an exported object would be copied into the executable.
 * One that has families of versioned symbols (nvJitLink: __nvJitLinkCreate_12_9, …) stands for
 * these and for the plain names: what is set on it holds for all, what is asked of it is answered
 * for the family in use; where a program uses both 12 and 13, for the one opened first. */
lazynccl_library *lazynccl_nccl(void);
lazynccl_library *lazynccl_nvrtc(void);
lazynccl_library *lazynccl_nvjitlink(void);

/* Finds and opens the library now instead of at its first call: before fork, before a signal
 * handler, or to look again after a failure, which is remembered otherwise.
 * Returns 0 if it is open, else -1; then lazynccl_error(library, NULL) says why. */
int lazynccl_load(lazynccl_library *library);

/* 1 if the library is open or can be opened, else 0. May open it; a failure is remembered. */
int lazynccl_available(lazynccl_library *library);

/* 1 if a call of `symbol` ("ncclCommShrink") would reach the library, else 0. May open it.
 * The address of a function tells nothing: the trampoline is always there. */
int lazynccl_has(lazynccl_library *library, const char *symbol);

/* Asks for at least `version`. An older file is passed over and the search goes on; an older copy
 * that is already loaded makes the library absent, for a second copy beside it would be worse.
 * Called twice, the higher version holds.
 * Returns 0; -1 if the library is open already, whatever its version, or `version` is not one. */
int lazynccl_require(lazynccl_library *library, int version);

/* The open library's version; 0 if it is not open. Never opens it. */
int lazynccl_version(lazynccl_library *library);

/* The open library's file, absolute; NULL if it is not open. Never opens it. */
const char *lazynccl_path(lazynccl_library *library);

/* The place where the open library was found, a word of docs/search-order.md: "api", "env",
 * "loaded", "partner", "wheel", "conda", "system" or "root"; NULL: it is not open. Never opens. */
const char *lazynccl_found_via(lazynccl_library *library);

/* Why `symbol`, or with NULL the library itself, is not to be had: one line that says what, why
 * and what to do. NULL if it is there. Opens nothing: of a library that nobody asked for yet it
 * says so. */
const char *lazynccl_error(lazynccl_library *library, const char *symbol);

/* How the library was looked for: every place in order, a line each, with what was found wrong
 * there. Lines end with \n. Opens nothing. */
const char *lazynccl_report(lazynccl_library *library);

/* Says where the library is: a file, taken whatever its name, or a folder that holds one. It or
 * nothing: no other place is tried then. The path is copied; NULL takes an earlier one back.
 * Returns 0; -1 if the library is open already or the path is not absolute. */
int lazynccl_set_path(lazynccl_library *library, const char *file_or_folder);

/* Hands over a library that the program opened itself with dlopen. It is pinned in memory: a later
 * dlclose by its owner does no harm. NULL takes an earlier one back.
 * Returns 0; -1 if the library is open already or the handle is no loaded object's. */
int lazynccl_set_handle(lazynccl_library *library, void *handle);

#ifdef __cplusplus
}
#endif

#endif
