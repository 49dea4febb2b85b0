/* The files that are mapped in this process.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_SEARCH_MAPS_H
#define LAZYNCCL_SEARCH_MAPS_H

#include <stddef.h>
#include <stdint.h>

struct lazynccl_maps {
    char *text; /* what the paths point into */
    struct lazynccl_mapping {
        uintptr_t start, end;
        const char *path;
    } * list; /* in the order of their addresses */
    size_t count;
};

/* Reads them all, with one pass over what the kernel says; text and list are to be freed. None, if
 * that cannot be read, or if memory is short. */
struct lazynccl_maps lazynccl_maps_list(void);

/* The file that is mapped at an address, or NULL: for objects whose absolute path the dynamic
 * linker does not know. */
const char *lazynccl_maps_path(const struct lazynccl_maps *, uintptr_t address);

/* The program's file, to be freed; NULL if that cannot be told. */
char *lazynccl_program_path(void);

#endif
