/* A set: the stand-ins of one environment, in a folder for programs and Pythons.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * SET/lib/SONAME            links, for LD_LIBRARY_PATH: one folder to search, not one for each
 * SET/site/SONAME/BELOW/SONAME  the stand-ins. SET/site/SONAME has the layout of a site-packages,
 *                           because PyTorch and XGBoost take the first file whose name matches
 * SET/sitecustomize.py      makes Python use them; the folder for PYTHONPATH
 * SET/manifest              what the set was made from; written last, so that only a complete set
 *                           has one
 */
#pragma once

#include "standin/found.h"
#include "standin/report.h"

/* The sources of a set. All members are borrowed. */
struct set_plan {
    const struct found *found;
    const struct strings *sites; /* the site-packages that were examined */
    const char *lazy;            /* the libraries that were asked for, as --lazy takes them */
    const struct report *choice; /* whose --only and --except count; NULL: all get stand-ins */
    const char *command;         /* the path of this command, which Pythons with other wheels start;
                                    NULL: they do not, and the set may be moved */
    int traced;                  /* 1: the stand-ins record each call */
};

enum { SET_KEY = 16 };
#define SET_FORMAT "format\t1" /* the first line of a manifest */
#define SET_END "end"          /* the last one */

/* Writes the set's name, which is another one if any of its files or this command is another. Finds
 * a patched file by its content, and the same file mounted elsewhere too. */
void set_key(const struct set_plan *, char key[SET_KEY + 1]);

/* 1 if a folder has a complete set: not even a crash of the machine has damaged a stand-in. */
int set_is_whole(const char *folder);

/* Completes a set. `shared`: a folder that holds each stand-in once for all sets that link it;
 * NULL: there is none. Returns NULL, or the reason that it cannot be written, until the next call.
 */
const char *set_make(const struct set_plan *, const char *folder, const char *shared);
