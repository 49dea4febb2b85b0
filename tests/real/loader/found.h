/* Prints the library that lazynccl found: name, version, search location, file. */
#ifndef FOUND_H
#define FOUND_H

#ifdef EAGER
#define PRINT_FOUND(name) ((void)0)
#else
#include <lazynccl.h>
#include <stdio.h>
#include <string.h>

#define PRINT_FOUND(name) print_found(#name, lazynccl_##name())

static inline void print_found(const char *name, lazynccl_library *library)
{
    const char *place = lazynccl_found_via(library), *path = lazynccl_path(library);

    printf("took: %s %d %s %s\n", name, lazynccl_version(library), place ? place : "nowhere",
           path ? path : "no file");
}

static inline lazynccl_library *library_named(const char *name)
{
    return strcmp(name, "nccl") == 0    ? lazynccl_nccl()
           : strcmp(name, "nvrtc") == 0 ? lazynccl_nvrtc()
                                        : lazynccl_nvjitlink();
}
#endif

#endif
