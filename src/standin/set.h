/* Makes a set: the stand-ins of one environment, in a folder for programs and Pythons.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * SET/lib/SONAME            links to the stand-ins, so that LD_LIBRARY_PATH needs only this folder
 * SET/site/SONAME/BELOW/SONAME  the stand-ins. SET/site/SONAME has the layout of a site-packages,
 *                           because PyTorch and XGBoost take the first file whose name matches
 * SET/sitecustomize.py      makes Python use the stand-ins; SET is in PYTHONPATH
 * SET/manifest              what the set was made from; written last: only a complete set has it */
#pragma once

#include "standin/found.h"
#include "standin/report.h"

/* The sources of a set. All members are borrowed. */
struct set_plan {
    const struct found *found;
    const struct strings *sites; /* the site-packages that were examined */
    const char *lazy;            /* the requested libraries, in the form of --lazy */
    const struct report *choice; /* has --only and --except; NULL: all get stand-ins */
    const char *command; /* the path of this command, for Pythons with other wheels to start;
                            NULL: they start none, and the set may be moved */
    int traced;          /* 1: the stand-ins record each call */
};

enum { SET_KEY = 16 };
#define SET_FORMAT "format\t1" /* the first line of a manifest */
#define SET_END "end"          /* the last one */

/* Writes the name of the set, a hash of the plan, this command, and the path and identity of each
 * library (found.h). So a file with other content gives another name. */
void set_key(const struct set_plan *, char key[SET_KEY + 1]);

/* Returns 1 if a folder has a complete set, whose files a crash of the machine has not damaged. */
int set_is_whole(const char *folder);

/* Completes a set. If `shared` is not NULL, keeps each stand-in once in this folder, and links it
 * into the sets. Returns NULL, or why the set cannot be written, valid until the next call. */
const char *set_make(const struct set_plan *, const char *folder, const char *shared);
