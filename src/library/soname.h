/* File names of libraries: libnccl.so.2, libnccl.so.2.28.9, libnccl-0a1b2c3d.so.2.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_LIBRARY_SONAME_H
#define LAZYNCCL_LIBRARY_SONAME_H

/* The number at *text, which then points after it; 0 if there is none. Not strtol(): its symbol is
 * newer than manylinux2014 allows when built with a new glibc. */
int lazynccl_number(const char **text);

/* The major version after ".so." in a soname or file name, or 0. */
int lazynccl_major_of(const char *name);

/* The index of the first soname with this major version, or -1. */
int lazynccl_major_among(const char *const *sonames, int major);

/* 1 if a file of this name is this library in any release: libnccl.so.2.28.9, or
 * libnccl-0a1b2c3d.so.2 as wheel repair renames it; never libnvrtc-builtins or libnvrtc.alt. */
int lazynccl_name_bears(const char *soname, const char *file);

#endif
