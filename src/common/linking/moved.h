/* Functions that glibc 2.34 moved into libc.so.6 from its other libraries.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#define MOVED_RELEASE 34 /* of glibc 2 */

/* Returns the library that has a function before glibc 2.34, such as "librt.so.1"; NULL if glibc
 * never moved the function to libc.so.6. */
const char *moved_from(const char *symbol);
