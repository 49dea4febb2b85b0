/* Stand-ins in the user's cache, made when they are first wanted.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * FOLDER/KEY/SONAME/nvidia/X/lib/SONAME: a folder for each, below which everything looks like a
 * site-packages, as in the overlay of drop-ins. The key tells the real file from every other, and
 * from itself before it was replaced. */
#pragma once

#include "tool/standin/job.h"

/* The cache's folder, to be freed, with a sitecustomize.py in it; NULL: there can be none, and why.
 * Nobody but its owner can write there. */
char *cache_folder(char why[400]);

/* Adds to `folders` the folder of the stand-in of each of NVIDIA's libraries below a site-packages
 * that the job does not keep. Tells what stays real. */
void cache_site(struct job *, const char *cache, const char *site, struct strings *folders);
