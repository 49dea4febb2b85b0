/* Recognises the names of NVIDIA libraries, and knows which packages contain them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "runtime/library/library.h"

struct nvidia {
    const struct lazynccl_description *library; /* set if liblazynccl can load the library */
    const struct lazynccl_description *known;   /* set if the library has a stub */
    const struct lazynccl_description *found;   /* set if `find` can search for the library */
    char package[32];  /* how the names of its packages on PyPI begin; "": the driver */
    int is_driver;     /* 1: the driver contains the library */
    const char *title; /* the name that people use for the library, "cuBLAS" */
    const char *conda; /* the conda package that has the library; NULL: none is known */
};

/* A version of a library as text, valid until the end of the block. */
#define NVIDIA_VERSION(description, version)                                                       \
    lazynccl_version_text(description, version, (char[LAZYNCCL_VERSION_TEXT]){""})

/* Return library number `i`; NULL at the end. The order: the libraries of liblazynccl; others with
 * a stub; and only for nvidia_library_at(), libraries without a stub, which have no functions. */
lazynccl_library *nvidia_described_at(int i);
lazynccl_library *nvidia_library_at(int i);

/* Returns the name of a library that a misspelt name resembles; NULL: none. */
const char *nvidia_nearest(const char *name);

/* Returns the next description in liblazynccl, the first one for NULL; NULL at the end.
 *
 *     for (const struct lazynccl_description *desc = NULL; (desc = nvidia_next(desc));)
 */
const struct lazynccl_description *nvidia_next(const struct lazynccl_description *);

/* Returns the library called "nccl", "cuBLAS", "nvidia-ml"; NULL: no such library. */
lazynccl_library *nvidia_library(const char *name);

/* Returns the description, perhaps without functions, of the library with a soname. NULL: there is
 * none, or the name stands for several libraries. */
const struct lazynccl_description *nvidia_description(const char *soname);

/* Returns the names of all libraries that have a stub: "nccl, nvrtc, ..."; to be freed. */
char *nvidia_library_names(void);

/* Returns the facts about a soname, which may contain a hash from auditwheel. If there is no title,
 * the library is not NVIDIA's, or not known. */
struct nvidia nvidia_of(const char *soname);

/* Returns 1 if a file of this name in conda-meta belongs to a package with an NVIDIA library. */
int nvidia_in_conda(const char *name);

/* Returns the major of CUDA in a name such as nvidia-cudnn-cu12, cupy-cuda12x, 2.9+cu130; or 0. */
int nvidia_cuda_in(const char *name);

/* Returns the major of CUDA that has the library of a SONAME, or 0: several, or not known. */
int nvidia_cuda_of(const char *soname);

/* The following return a command, to be freed. `least`: the oldest release that will do; 0: any. */

/* Installs the library with a soname, if possible from packages for `cuda` (0: any). If no package
 * has it, a sentence that says so. NULL: the library is not NVIDIA's, or the driver has it. */
char *nvidia_install(const char *soname, int cuda, int least);

/* Installs from NVIDIA's apt repositories. NULL: no package there is known. */
char *nvidia_install_apt(const char *soname);

/* Returns ">=2.27.3", to be freed; "" for any release, and without a description. */
char *nvidia_wanted(const struct lazynccl_description *, int least);

/* Returns the package of a library with a stub for this major of CUDA. NULL if there is none, or if
 * the major in the library's SONAME is not CUDA's. */
const char *nvidia_package(const struct lazynccl_description *, int major);

/* Returns the soname, without its number, of what people call "cuSPARSE", "cudnn", "libNVVM" or
 * "NVML"; if several match, perhaps their common prefix; NULL: not an NVIDIA library. */
const char *nvidia_named(const char *word);

/* Returns 1 if every manylinux system has that library: wheels may need it and carry none. */
int nvidia_is_base(const char *soname);

/* Returns "docker run --gpus all IMAGE" with the capabilities that a container needs for this
 * library of the driver: it gets libraries for video and graphics only on request. */
const char *nvidia_container(const char *soname);
