/* Which of NVIDIA's libraries are in this process, and how much memory it uses.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef MAPPED_H
#define MAPPED_H

/* Prints a line for each library that is new since the last call, or one line if none is. */
void print_newly_mapped(void);

/* Returns the resident memory of this process in MiB, or 0 if /proc is not mounted. */
double resident_mib(void);

#endif
