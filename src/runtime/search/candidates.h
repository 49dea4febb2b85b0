/* How a search location considers its candidates.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/ldso.h"
#include "runtime/search/path.h"
#include "runtime/search/state.h"

/* Returns the path to open for a path of the target. */
#define LAZYNCCL_AT(s, path) lazynccl_at((s)->view, &(s)->arena, path)
#define lazynccl_is_folder_at(s, path) lazynccl_is_folder(LAZYNCCL_AT(s, path))

/* Notes why this location has no candidate. lazynccl_note_mistake reports a wrong setting; if the
 * search fails, that note becomes the reason. */
#define lazynccl_note(s, ...) lazynccl_add_note(s, 0, __VA_ARGS__)
#define lazynccl_note_mistake(s, ...) lazynccl_add_note(s, 1, __VA_ARGS__)
void lazynccl_add_note(struct lazynccl_search *, int mistake, const char *format, ...)
    LAZYNCCL_PRINTF(3, 4);

#define LAZYNCCL_TOOLKIT_FOLDERS "lib64, lib or targets/*/lib"

/* Evaluates to 1 if an object with this SONAME is loaded. */
#define lazynccl_is_loaded(s, soname)                                                              \
    (lazynccl_objects_next((s)->view->objects, NULL, (const char *[]){soname, NULL}) != NULL)

/* Sets the acceptable SONAMEs. Ends the search if there are none. */
void lazynccl_order_sonames(struct lazynccl_search *);

/* Ends the search, because this path cannot be examined now. */
void lazynccl_give_up(struct lazynccl_search *, const char *path, int error);

/* Ends the search after a file that is broken, or that ld.so refuses, if a setting of lazynccl
 * names its folder. */
void lazynccl_end_if_named(struct lazynccl_search *);

/* Offers a file, or for NULL the handle that was set, unless `check` refuses it. The second offers
 * a file that a setting names, and the third the handle; both end the search. */
void lazynccl_consider(struct lazynccl_search *, const char *path);
void lazynccl_consider_only(struct lazynccl_search *, const char *path);
void lazynccl_consider_handle(struct lazynccl_search *);

/* Returns the names in a folder that begin with `start`, ended by NULL, in the arena. If the folder
 * cannot be read, returns NULL with errno and may end the search. */
char **lazynccl_names_in(struct lazynccl_search *, const char *folder, const char *start);

/* Considers every file of a folder with the library's name. Returns their number, or -1 with errno
 * if the folder cannot be read. */
int lazynccl_consider_named(struct lazynccl_search *, const char *folder);

/* Considers the files of a folder, by soname or by any name of the library, or notes that there are
 * none. Listing a folder takes three system calls; so a folder of LAZYNCCL_LIBPATH that has no
 * soname is listed only if no entry has the library. */
void lazynccl_consider_folder(struct lazynccl_search *, const char *folder);

/* Considers the files of a folder that has no soname, by any name of the library. Returns 0 if
 * there are none, or if the folder is one of LAZYNCCL_LIBPATH and is listed later. */
int lazynccl_consider_listed(struct lazynccl_search *, const char *folder);

/* Considers folder/below/SONAME, and returns 1, if that exists; `below` may be "". The second does
 * so for every soname, and returns the number of files. */
int lazynccl_consider_soname(struct lazynccl_search *, const char *folder, const char *below,
                             const char *soname);
int lazynccl_consider_sonames(struct lazynccl_search *, const char *folder, const char *below);

/* Considers the library's files in a site-packages folder. If there are none and the folder exists
 * or is `known`, notes that. The newest soname decides, not the folder. */
void lazynccl_consider_wheel(struct lazynccl_search *, const char *site, int known);

/* Returns 1 if the path, which a setting names, is a folder. Ends the search if that is unknown. */
int lazynccl_is_named_folder(struct lazynccl_search *, const char *path);

/* Returns the folder that a variable names, or NULL after a note that it names none. */
const char *lazynccl_folder_named(struct lazynccl_search *, const char *variable);
