/* The platforms that lazynccl supports and their differences, one row each.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include <stdint.h> /* any libc header defines __GLIBC__ */

/* CACHE_FLAGS mark this machine's entries in glibc's ld.so.cache. HWCAPS are subfolders, divided by
 * NULs, that glibc up to 2.36 searches first; core/relative.c lists those of most machines. */
#if defined(__x86_64__) && !defined(__ILP32__)
#define LAZYNCCL_MACHINE "x86_64"
#define LAZYNCCL_ELF_MACHINE 62
#define LAZYNCCL_CACHE_FLAGS 0x0303
#define LAZYNCCL_HWCAPS "haswell\0xeon_phi\0avx512_1\0x86_64"
#elif defined(__AARCH64EL__) && !defined(__ILP32__)
#define LAZYNCCL_MACHINE "aarch64"
#define LAZYNCCL_ELF_MACHINE 183
#define LAZYNCCL_CACHE_FLAGS 0x0a03
#define LAZYNCCL_HWCAPS "atomics\0aarch64"
#elif defined(__riscv) && defined(__riscv_float_abi_double) && __riscv_xlen == 64
#define LAZYNCCL_MACHINE "riscv64"
#define LAZYNCCL_ELF_MACHINE 243
#define LAZYNCCL_CACHE_FLAGS 0x1003
#define LAZYNCCL_HWCAPS "riscv64"
#elif defined(__s390x__)
#define LAZYNCCL_MACHINE "s390x"
#define LAZYNCCL_ELF_MACHINE 22
#define LAZYNCCL_CACHE_FLAGS 0x0403
#define LAZYNCCL_HWCAPS "z196\0zEC12\0z13\0z14\0z15\0z16\0zarch\0ldisp\0eimm\0dfp\0vx\0vxe"
#elif defined(__powerpc64__) && _CALL_ELF == 2 && defined(__LITTLE_ENDIAN__)
#define LAZYNCCL_MACHINE "powerpc64le"
#define LAZYNCCL_ELF_MACHINE 21
#define LAZYNCCL_CACHE_FLAGS 0x0503
#define LAZYNCCL_HWCAPS "power8\0power9\0power10\0altivec\0dfp"
#elif defined(__i386__)
#define LAZYNCCL_MACHINE "i386"
#define LAZYNCCL_ELF_MACHINE 3
#define LAZYNCCL_CACHE_FLAGS 0x0003
#define LAZYNCCL_HWCAPS "sse2\0i686"
#elif defined(__arm__) && defined(__ARM_PCS_VFP) && __ARM_ARCH >= 7 && defined(__ARMEL__)
#define LAZYNCCL_MACHINE "arm"
#define LAZYNCCL_TRIPLET "arm-linux-gnueabihf"
#define LAZYNCCL_ELF_MACHINE 40
#define LAZYNCCL_CACHE_FLAGS 0x0903
#define LAZYNCCL_HWCAPS "neon\0vfp\0v7l\0v8l"
#endif

#if !defined(__linux__) || !defined(LAZYNCCL_MACHINE)
#error "lazynccl is for Linux, on x86-64, aarch64, riscv64, i386, armhf, ppc64le or s390x"
#endif

#ifndef LAZYNCCL_TRIPLET
#define LAZYNCCL_TRIPLET LAZYNCCL_MACHINE "-linux-gnu"
#endif
#define LAZYNCCL_ELF_CLASS (sizeof(void *) == 8 ? 2 : 1)                      /* ELFCLASS64, 32 */
#define LAZYNCCL_ELF_DATA (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? 1 : 2) /* LSB, MSB */

/* musl lacks dladdr1(). It has a single list of loaded objects, which begins with the program. */
#ifndef __GLIBC__
#define RTLD_DL_LINKMAP 0
#define dladdr1(address, info, map, flags)                                                         \
    ((void)(info), (*(map) = dlopen(NULL, RTLD_LAZY)) != NULL)
#endif
