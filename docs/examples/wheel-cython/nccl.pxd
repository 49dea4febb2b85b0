# What is used of NCCL and lazynccl. Cython copies the declarations of no header: these are enough.
# SPDX-License-Identifier: Apache-2.0 OR MIT
cdef extern from "nccl.h" nogil:
    ctypedef enum ncclResult_t:
        ncclSuccess
    ctypedef struct ncclUniqueId:
        char internal[128]
    ncclResult_t ncclGetVersion(int *version)
    ncclResult_t ncclGetUniqueId(ncclUniqueId *id)
    const char *ncclGetErrorString(ncclResult_t result)

cdef extern from "lazynccl.h" nogil:
    ctypedef struct lazynccl_library
    lazynccl_library *lazynccl_nccl()
    const char *lazynccl_why(lazynccl_library *library)
