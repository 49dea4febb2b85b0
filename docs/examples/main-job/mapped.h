/* Which of NVIDIA's libraries are in this process.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef MAPPED_H
#define MAPPED_H

/* Prints a line for each that came since the last call, or one that says that none did. */
void print_newly_mapped(void);

#endif
