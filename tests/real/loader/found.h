/* Prints the library that lazynccl found: name, version, search location, file. */
#ifndef FOUND_H
#define FOUND_H

#ifdef EAGER
#define PRINT_FOUND(name) ((void)0)
#else
#include <lazynccl.h>
#include <stdio.h>

#define PRINT_FOUND(name) print_found(#name, lazynccl_##name())

static inline void print_found(const char *name, lazynccl_library *library)
{
    const char *place = lazynccl_found_via(library), *path = lazynccl_path(library);

    printf("took: %s %d %s %s\n", name, lazynccl_version(library), place ? place : "nowhere",
           path ? path : "no file");
}
#endif

#endif
