/* Functions that glibc 2.34 moved into libc.so.6 from libraries beside it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#define MOVED_RELEASE 34 /* of glibc 2 */

/* The library that has a function before glibc 2.34, "librt.so.1"; NULL: it is in libc.so.6 then,
 * too, or in another library. */
const char *moved_from(const char *symbol);
