/* The platforms that lazynccl can be built for, and how they differ.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_LIBRARY_PLATFORM_H
#define LAZYNCCL_LIBRARY_PLATFORM_H

#include <stdint.h> /* any libc header defines __GLIBC__ */

#if !defined(__linux__) || !defined(__GLIBC__)
#error "lazynccl is for Linux with glibc, on x86-64 or aarch64"
#elif defined(__x86_64__)
#define LAZYNCCL_ELF_MACHINE 62 /* EM_X86_64 */
#define LAZYNCCL_PAGE 0x1000    /* the largest: slots have pages of their own */
#define LAZYNCCL_TRIPLET "x86_64-linux-gnu"
#define LAZYNCCL_CACHE_FLAGS 0x0303 /* in ld.so.cache: ELF, libc6, x86-64 */
#define LAZYNCCL_HWCAPS "haswell\0xeon_phi\0avx512_1\0x86_64" /* folders of ld.so */
#elif defined(__aarch64__)
#define LAZYNCCL_ELF_MACHINE 183 /* EM_AARCH64 */
#define LAZYNCCL_PAGE 0x10000
#define LAZYNCCL_TRIPLET "aarch64-linux-gnu"
#define LAZYNCCL_CACHE_FLAGS 0x0a03 /* ELF, libc6, aarch64 */
#define LAZYNCCL_HWCAPS "atomics\0aarch64"
#else
#error "lazynccl is for Linux with glibc, on x86-64 or aarch64"
#endif

#endif
