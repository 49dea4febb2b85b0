/* The platforms that lazynccl can be built for.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_LIBRARY_PLATFORM_H
#define LAZYNCCL_LIBRARY_PLATFORM_H

#include <stdint.h> /* any libc header defines __GLIBC__ */

#if !defined(__linux__) || !defined(__GLIBC__) || !(defined(__x86_64__) || defined(__aarch64__))
#error "lazynccl is for Linux with glibc, on x86-64 or aarch64"
#endif

#endif
