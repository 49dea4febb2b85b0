/* Binds these functions to their oldest versions, so that a template made with a new glibc runs
 * with glibc 2.17. Until glibc 2.34 they were in libdl.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#if defined(__ASSEMBLER__)
#define OLDEST(function, version)
#elif defined(__x86_64__)
#define OLDEST(function, version) __asm__(".symver " #function "," #function "@GLIBC_" version);
#elif defined(__aarch64__)
#define OLDEST(function, version) __asm__(".symver " #function "," #function "@GLIBC_2.17");
#else
#define OLDEST(function, version) __asm__(".symver " #function "," #function "@GLIBC_2.27");
#endif
OLDEST(dlclose, "2.2.5")
OLDEST(dlerror, "2.2.5")
OLDEST(dlinfo, "2.3.3")
OLDEST(dlopen, "2.2.5")
OLDEST(dlsym, "2.2.5")
OLDEST(dlvsym, "2.2.5")
