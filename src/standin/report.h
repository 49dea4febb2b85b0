/* The request to `lazynccl stand-in`, and its report on each file.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/text/json.h"
#include "standin/elf/make.h"

enum report_state { REPORT_STAND_IN, REPORT_REAL, REPORT_LEFT_OUT, REPORT_WHEEL, REPORT_REFUSED };

struct report {
    const struct table *table; /* where results are printed */
    const char *out;           /* without a '/' at its end */
    char *cannot_write; /* why no file can be written there, whatever it is made from; NULL: one can
                         */
    struct strings except, only; /* names of libraries or packages; `only` empty: all */
    int made;                    /* stand-ins */
    int refused;                 /* named inputs that produced nothing */
    struct strings written;      /* files in `out` */
    struct strings undo;         /* "nvidia-cublas==13.4.1.3", of what wheels replace */
    char *installer;             /* "venv/bin/python3 -m pip" of the environment; NULL: not known */
    size_t freed;                /* bytes of installed files that the wheels replace or leave out */
};

/* 1 if a list names a library by its SONAME, "libcublas.so.13", by "cublas", or by its package,
 * NULL if it is of none. */
int report_lists(const struct strings *, const char *soname, const char *package);

/* The reason that a library is kept; NULL: it is replaced. */
const char *report_keeps(const struct report *, const char *soname, const char *package);

/* The package that contains a library, to be freed; NULL: unknown, or several. */
char *report_package(const char *soname);

/* Reads names into a list: "cublas,cudnn", or "@FILE", each line of which has a SONAME as its first
 * word, as `lazynccl run --record` writes it. Returns 0, or -1 and errno: no such file. */
int report_read_list(struct strings *, const char *text);

/* Prints what became of a library, or a wheel that was written. `file`: as it was named, or in the
 * wheel; `into`: what was written, NULL: nothing; `why`: why nothing was made; of a stand-in, what
 * it or its library lacks; of a wheel, what brings the real one back; NULL: nothing. */
void report_result(const struct report *, enum report_state, const char *file, const char *into,
                   size_t functions, const char *why);

/* Records why nothing can be written. This concerns the folder, not a library, so nothing else is
 * made. */
void report_cannot_write(struct report *, const char *why);

/* Makes OUT/SONAME of a library. */
void report_library(struct report *, const char *path);

/* Makes OUT/SONAME for each SONAME of a stub, with the functions of all releases. */
void report_stub(struct report *, const struct lazynccl_description *);
