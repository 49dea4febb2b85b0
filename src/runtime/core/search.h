/* A search of a vendored copy: what it asks for, and how far it has got.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * A location gives each candidate to lazynccl_consider(), which opens it at once. */
#pragma once

#include "runtime/loader/opening.h"
#include "runtime/loader/outcome.h"
#include "runtime/loader/resolve.h"
#include "runtime/loader/variant.h"
#include "runtime/search/arena.h"

#include <link.h>
#include <stdarg.h>
#include <sys/auxv.h>

/* OUTCOME_TEXTS bytes follow an outcome's functions; notes leave TEXT_BYTES for add_text(). */
#define TEXT_BYTES 320
#define OUTCOME_BYTES(count)                                                                       \
    (sizeof(struct lazynccl_outcome) + (size_t)(count) * sizeof(lazynccl_function) + OUTCOME_TEXTS)

struct lazynccl_search {
    lazynccl_library *library;
    const struct lazynccl_description *description;
    struct lazynccl_outcome *outcome; /* filled when a candidate is accepted */
    char *tried, *end;                /* start and end of the report so far */
    const char *const *sonames;       /* acceptable SONAMEs, best first */
    const char *names;                /* the SONAMEs as one text; or only the first */
    const char *location;             /* the current location's word */
    int stop;                         /* 1: nothing else is searched */
    struct lazynccl_arena arena; /* an error in it ends the search; the next call searches again */
    int at_start;                /* 1 before main() */
    int folder_named; /* 1 if a variable names the candidate's folder; 2: a setting of lazynccl */
    int missing;      /* 1 if ld.so found no such library */
    int failed;       /* 1 if anything else failed */
    int (*check)(struct lazynccl_search *, const char *path); /* 1 if a candidate may be taken */
    const char *mistake;  /* the report's line that becomes the reason; or NULL */
    const char *advice;   /* what helps if nothing is found */
    const char *excluded; /* for the reason: "", or that LAZYNCCL_SEARCH excludes a location */
    const char *set_path; /* of lazynccl_set_path(), or NULL */
    void *set_handle;     /* of lazynccl_set_handle(), or NULL */
    struct lazynccl_opening *opening;        /* records what this thread opens */
    const char *partner;                     /* the partner's open file, or NULL */
    int prefer[3], prefers;                  /* CUDA majors to prefer, best first; their number */
    const char *order[LAZYNCCL_SONAMES + 1]; /* the storage of `sonames` */
};
#define is_over(s) ((s)->stop || (s)->arena.error)

/* Copies that export names record what a thread opens, for calls from that file's constructors. */
#ifndef LAZYNCCL_WITHOUT_RECORDS
#define lazynccl_begin_records(s) ((s)->opening = lazynccl_opening_begin((s)->library, NULL, NULL))
#define lazynccl_record(s, path, object)                                                           \
    ((s)->opening->name = (path), (s)->opening->handle = (object))
#define lazynccl_end_records(s) lazynccl_opening_end((s)->opening)
#else /* a constructor's call searches and opens again, which finds the library */
#define lazynccl_begin_records(s) 1
#define lazynccl_record(s, path, object) (void)0
#define lazynccl_end_records(s) (void)0
#define lazynccl_opening_of(library) 0
#define lazynccl_symbol_while_opening(library, index) NULL
#endif

/* Adds a mistake, which may become the reason. */
#define lazynccl_note_mistake(s, ...) lazynccl_add_note(s, 1, __VA_ARGS__)
#define LAZYNCCL_AT(s, path) (path)
#define lazynccl_is_loaded(search, soname) 0 /* only the location `loaded` knows */
#define lazynccl_consider_handle(s) lazynccl_take(s, (s)->set_handle, "the handle")
#define lazynccl_is_by_program(search) (strcmp((search)->location, "api") == 0)

/* Variables, which are not read with raised privileges. */
#define lazynccl_setting(view, name) read_variable(#name)
#define lazynccl_setting_name(name) name
#define LAZYNCCL_VIRTUAL_ENV "VIRTUAL_ENV"
#define LAZYNCCL_CONDA_PREFIX "CONDA_PREFIX"
#define LAZYNCCL_CUDA_PATH "CUDA_PATH"
#define LAZYNCCL_CUDA_HOME "CUDA_HOME"
#define lazynccl_variable(view, name) read_variable(name)

#define lazynccl_is_folder_at(s, at) (!access(lazynccl_arena_print(&(s)->arena, "%s/", at), F_OK))
#define LAZYNCCL_TOOLKIT_FOLDERS "lib64 or lib"
#define lazynccl_file_of(outcome) ((outcome)->path)
#define lazynccl_location_of(s) (s)->location

/* loader/accept.c uses these for an open object. */
#define lazynccl_is_no_library(s, map) (!*(map)->l_name)
#define lazynccl_is_itself(s, map) (LAZYNCCL_EXPORTS && (map)->l_ld == _DYNAMIC)
#define LAZYNCCL_IS_BUILD "this lazynccl build itself"
#define lazynccl_why_other(s, path) "of another CUDA than this program is built for"
#define lazynccl_why_none(s, handle) "has none of the functions, or other versions of them"
#define lazynccl_why_too_old(s) "older than the program requires"
#define lazynccl_not_enough(s, why) (why)
#define lazynccl_call_interposers(s, at) lazynccl_interpose((s)->library, (s)->outcome->found, at)
#define lazynccl_resolve_one(library, index, handle)                                               \
    lazynccl_resolve_name(library, index, lazynccl_symbol_name((library)->description, index),     \
                          handle, lazynccl_base_version((library)->description, handle))
#define lazynccl_why_not_opened(s, path) ((void)(s), NULL)
#define lazynccl_is_inconclusive(error, named) ((void)(named), lazynccl_is_transient(error))
#define lazynccl_unknown_function(library, symbol) "not a function of this copy"

/* The first outcome is static: dlclose() of this module leaks nothing unless threads raced. */
#define lazynccl_outcome_new(library)                                                              \
    (__atomic_exchange_n(&(library)->first_is_taken, 1, __ATOMIC_ACQUIRE) == 0                     \
         ? (library)->first                                                                        \
         : calloc(1, OUTCOME_BYTES((library)->description->count)))
#define lazynccl_outcome_free(library, it) free((it) == (library)->first ? NULL : (it))

#define lazynccl_outcome_of(library) __atomic_load_n(&(library)->outcome, __ATOMIC_ACQUIRE)

/* Texts are kept for good, because other threads may still read them. */
#define lazynccl_keep_text(text) lazynccl_keep(text, strlen(text) + 1)
static const void *lazynccl_keep(const void *data, size_t size);

#define LAZYNCCL_LDSO_CACHE "/etc/ld.so.cache"

/* Used before each location. */
#define LAZYNCCL_SYSTEM "soname"
#define lazynccl_enter(s, row, word) ((s)->location = (word))
#define lazynccl_check_no_more(s) (s)->check = NULL
#define lazynccl_is_secure(s) getauxval(AT_SECURE)

/* Used by the location `wheel`. */
#define lazynccl_program_of(s) lazynccl_called_as()
#define lazynccl_is_program(s, path) 1
#ifdef __GLIBC__ /* NVIDIA's wheels need it */
#define lazynccl_advise_wheel(s) (s)->advice = (s)->description->remedy
#else
#define lazynccl_advise_wheel(s) (void)0
#endif

typedef void lazynccl_location_look(struct lazynccl_search *);
