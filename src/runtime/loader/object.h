/* What loader/accept.c calls to examine an open object. Small copies: core/search.h, core/open.c.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/loader/attempt.h"
#include "runtime/loader/interpose.h"
#include "runtime/loader/opening.h"
#include <link.h>

/* Records what this thread opens, because the object's constructors, its version function and the
 * companion that is opened with it may call this build. */
#define lazynccl_record(s, path, object)                                                           \
    (lazynccl_attempt_of(s)->opening->asked = 0, lazynccl_attempt_of(s)->opening->name = (path),   \
     lazynccl_attempt_of(s)->opening->handle = (object))
#define lazynccl_refuse(s, path, why) lazynccl_attempt_refuse(lazynccl_attempt_of(s), why)

/* Finds the object of the handle, for lazynccl_own(). Returns 1 if there is none: the handle is
 * invalid or the program's, or memory ran out. */
int lazynccl_is_no_library(struct lazynccl_search *, const struct link_map *);
#define lazynccl_own(s) lazynccl_attempt_of(s)->own.list
#define lazynccl_is_itself(s, map) ((void)(map), lazynccl_own(s)->is_build)

/* A file with another SONAME is another library. */
#define lazynccl_is_other(s, path)                                                                 \
    ((void)(path),                                                                                 \
     !lazynccl_soname_fits((s)->description, lazynccl_own(s)->soname, (s)->file_named))
#define lazynccl_why_other(s, path) lazynccl_why_soname(s, lazynccl_own(s)->soname)
LAZYNCCL_COLD const char *lazynccl_why_soname(struct lazynccl_search *, const char *soname);
#define lazynccl_set_major(s, path)                                                                \
    ((s)->outcome->major =                                                                         \
         lazynccl_major_of(lazynccl_own(s)->soname ? lazynccl_own(s)->soname : (path)))

/* Says why calls of the object would reach this build, which exports their names; or NULL. */
const char *lazynccl_why_it_comes_back(struct lazynccl_search *, void *handle);
#define lazynccl_comes_back(s, handle)                                                             \
    (LAZYNCCL_EXPORTS && lazynccl_why_it_comes_back(s, handle) != NULL)

/* Removes functions that dlsym found in a lazynccl build, which the library may need. */
void lazynccl_drop_builds(struct lazynccl_search *);

/* Says why the object has none of the functions. */
LAZYNCCL_COLD const char *lazynccl_why_none(struct lazynccl_search *, void *handle);

/* Replaces functions of the library by those of preloaded objects. Adds a line for each object
 * whose functions are used, except `own`. */
#define lazynccl_call_interposers(s, path)                                                         \
    (lazynccl_interpose((s)->library, (s)->outcome->found, path)                                   \
         ? lazynccl_note_interposers(s, lazynccl_own(s))                                           \
         : (void)0)
LAZYNCCL_COLD void lazynccl_note_interposers(struct lazynccl_search *,
                                             const struct lazynccl_object *own);

/* Begins or ends a count of calls that come back to this build. The second: 1 if too many did. */
#define lazynccl_expect_calls(s, they_may)                                                         \
    ((void)(lazynccl_attempt_of(s)->opening->asked = (they_may)))
#define lazynccl_came_back(s) (lazynccl_attempt_of(s)->opening->asked > LAZYNCCL_CALLS_BACK)

#define lazynccl_is_too_old(s) ((s)->outcome->version < lazynccl_attempt_of(s)->minimum)
LAZYNCCL_COLD const char *lazynccl_why_too_old(struct lazynccl_search *);

/* Returns the reason for rejecting a library that is too old or incomplete. Ends the search if the
 * library was loaded before. */
LAZYNCCL_COLD const char *lazynccl_not_enough(struct lazynccl_search *, const char *why);

/* The first keeps the absolute path of an accepted file; the second notes other loaded copies. */
void lazynccl_keep_path(struct lazynccl_search *, void *handle);
void lazynccl_note_copies(struct lazynccl_search *);

#define lazynccl_location_of(s) lazynccl_location_word((s)->location)

/* Returns "has no V_1 of f" if an open library has the function of an absent slot only in other
 * versions; otherwise NULL. The text is in the arena. */
LAZYNCCL_COLD const char *lazynccl_lacking_version(struct lazynccl_arena *,
                                                   const lazynccl_library *, int index,
                                                   void *handle);
