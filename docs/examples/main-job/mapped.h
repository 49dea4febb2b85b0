/* Which of NVIDIA's libraries are in this process, and how much memory it uses.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef MAPPED_H
#define MAPPED_H

/* Prints a line for each that came since the last call, or one that says that none did. */
void print_newly_mapped(void);

/* Resident memory of this process in MiB; 0 where /proc is not mounted. */
double resident_mib(void);

#endif
