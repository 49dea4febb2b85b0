/* What a search of a small copy asks for, and how far it has got.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * A location gives each candidate to lazynccl_consider(), which opens it at once. */
#pragma once

#include "runtime/loader/opening.h"
#include "runtime/loader/outcome.h"
#include "runtime/loader/resolve.h"
#include "runtime/loader/variant.h"

#include <link.h>
#include <stdarg.h>

/* Of the module that holds this copy; NULL if that is a static program. */
extern ElfW(Dyn) _DYNAMIC[] __attribute__((weak));

/* Stored after the functions of an outcome: the lines of the report, and the reason. */
#define TEXT_BYTES 320
#ifndef LAZYNCCL_WITHOUT_REPORT
#define COLUMN 10
#define REPORT_BYTES 1280
#define OUTCOME_TEXTS (REPORT_BYTES + TEXT_BYTES)
#define lazynccl_note(s, ...) lazynccl_add_note(s, 0, __VA_ARGS__) /* adds a line to the report */
#else /* only ld.so is asked: the reason says all, and whether the next call searches again */
#define COLUMN 0
#define REPORT_BYTES (TEXT_BYTES - 32)
#define OUTCOME_TEXTS TEXT_BYTES
#define lazynccl_note(s, ...) (void)(s)
#endif
#define OUTCOME_BYTES(count)                                                                       \
    (sizeof(struct lazynccl_outcome) + (size_t)(count) * sizeof(lazynccl_function) + OUTCOME_TEXTS)

/* Memory that is freed when the search ends. */
#define ARENA_BYTES 0x10000
struct lazynccl_arena {
    char *bytes;
    size_t used;
    int error; /* the errno that ended the search, such as ENOMEM; 0 if none */
};

struct lazynccl_search {
    lazynccl_library *library;
    const struct lazynccl_description *description;
#ifndef LAZYNCCL_WITHOUT_API
    const char *set_path; /* lazynccl_set_path, or NULL */
    void *set_handle;     /* lazynccl_set_handle, or NULL */
#endif
#ifndef LAZYNCCL_WITHOUT_RELATED
    const char *partner;    /* the partner's open file, or NULL */
    int prefer[3], prefers; /* CUDA majors to prefer, most wanted first */
#endif
    struct lazynccl_outcome *outcome; /* filled when a candidate is accepted */
    char *tried, *end;                /* the report so far */
    const char *reason;               /* its first line about a mistake; or NULL */
    struct lazynccl_opening *opening;
    struct lazynccl_arena arena;
    const char *const *sonames;                               /* acceptable, best first */
    const char *names;                                        /* the first of them */
    const char *location;                                     /* the current one's word */
    const char *remedy;                                       /* if nothing is found */
    int (*check)(struct lazynccl_search *, const char *path); /* 1 if a candidate may be taken */
#ifndef LAZYNCCL_WITHOUT_ANSWERS
    int missing, failed; /* 1 if ld.so found no such library; 1 if anything else failed */
#endif
    int folder_named; /* 1 if a setting names the candidate's folder */
    int stop;         /* 1: nothing else is searched, because a setting or the library ends it */
};

/* Adds a line about a mistake to the report. It may become the reason. */
#define lazynccl_note_mistake(s, ...) lazynccl_add_note(s, 1, __VA_ARGS__)
#define LAZYNCCL_AT(s, path) (path)
#define lazynccl_is_by_program(search) (strcmp((search)->location, "api") == 0)

/* Variables, which are not read with raised privileges. */
#define lazynccl_setting(view, name) read_variable(#name)
#define lazynccl_setting_name(name) name
#define LAZYNCCL_CONDA_PREFIX "CONDA_PREFIX"
#define LAZYNCCL_CUDA_PATH "CUDA_PATH"
#define LAZYNCCL_CUDA_HOME "CUDA_HOME"
#define lazynccl_variable(view, name) read_variable(name)

#define lazynccl_arena_copy(arena, text, length)                                                   \
    lazynccl_arena_print(arena, "%.*s", (int)(length), text)
#define lazynccl_is_inconclusive(error, named) ((void)(named), lazynccl_is_transient(error))
#define lazynccl_leads_to_build(function) ((void)(function), 0)
#define lazynccl_unknown_function(library, symbol) "not a function of this copy"

/* The first outcome is static: dlclose() of this module leaks nothing unless threads raced. */
#define lazynccl_outcome_new(library)                                                              \
    (__atomic_exchange_n(&(library)->first_is_taken, 1, __ATOMIC_ACQUIRE) == 0                     \
         ? (library)->first                                                                        \
         : calloc(1, OUTCOME_BYTES((library)->description->count)))
#define lazynccl_outcome_free(library, it) free((it) == (library)->first ? NULL : (it))

#define lazynccl_outcome_of(library) __atomic_load_n(&(library)->outcome, __ATOMIC_ACQUIRE)

/* Kept for good, because others may still read the one before. */
#define lazynccl_keep_text(text) strdup(text)
static const void *lazynccl_keep(const void *data, size_t size);

#define LAZYNCCL_LDSO_CACHE "/etc/ld.so.cache"

/* Searches a location, in one or more steps. Returns 1 if there are more. */
typedef int lazynccl_location_step(struct lazynccl_search *, int step);
