/* The request to `lazynccl stand-in`, and its report on each file.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/text/json.h"
#include "standin/elf/make.h"

enum report_state { REPORT_STAND_IN, REPORT_REAL, REPORT_LEFT_OUT, REPORT_WHEEL, REPORT_REFUSED };

struct report {
    const struct table *table;   /* where results are printed */
    const char *out;             /* without a '/' at its end */
    char *cannot_write;          /* why no file can be written to `out`; or NULL */
    struct strings except;       /* names of libraries or packages that stay real */
    struct strings only;         /* names of those that get stand-ins; empty: all */
    int made;                    /* stand-ins */
    int refused;                 /* named inputs that produced nothing */
    struct strings written;      /* files in `out` */
    struct strings undo;         /* "nvidia-cublas==13.4.1.3" of each replaced package */
    char *installer;             /* "venv/bin/python3 -m pip" of the environment; NULL: not known */
    size_t freed;                /* bytes of installed files that the wheels replace or leave out */
};

/* Returns 1 if a list names a library: by its SONAME "libcublas.so.13", by "cublas", or by its
 * package. `package` may be NULL. */
int report_lists(const struct strings *, const char *soname, const char *package);

/* Returns why --except or --only keeps a library, or NULL if it is replaced. */
const char *report_keeps(const struct report *, const char *soname, const char *package);

/* Returns the package that contains a library, to be freed; NULL if none or several are known. */
char *report_package(const char *soname);

/* Reads names into a list from "cublas,cudnn" or "@FILE". Each line of FILE begins with a SONAME,
 * as in the output of `lazynccl run --record`. Returns 0, or -1 and errno. */
int report_read_list(struct strings *, const char *text);

/* Prints what became of a library or a wheel.
 * - file: its name, as given or in the wheel
 * - into: the file that was written, or NULL
 * - why: why nothing was made; what a stand-in or its library lacks; how to undo a wheel */
void report_result(const struct report *, enum report_state, const char *file, const char *into,
                   size_t functions, const char *why);

/* Records why the output folder cannot be written. Callers then stop: all files would fail. */
void report_cannot_write(struct report *, const char *why);

/* Makes OUT/SONAME from the file of a library. */
void report_library(struct report *, const char *path);

/* Makes OUT/SONAME for each SONAME of a stub, with the functions of all releases. */
void report_stub(struct report *, const struct lazynccl_description *);
