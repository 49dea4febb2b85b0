# A Python module that can use NCCL and works without it: version(), unique_id(), why().
# SPDX-License-Identifier: Apache-2.0 OR MIT
# cython: language_level=3
from nccl cimport *


cdef check(ncclResult_t result):
    """Raises NCCL's text for an error: if NCCL is absent, why and what to install."""
    if result != ncclSuccess:
        raise RuntimeError(ncclGetErrorString(result).decode())


def version():
    cdef int number
    check(ncclGetVersion(&number))
    return number


def unique_id():
    cdef ncclUniqueId id
    check(ncclGetUniqueId(&id))
    return (<char *>&id)[:sizeof(id)]


def why():
    """Call this instead of wrapping an import in try/except. Returns None, or the reason."""
    cdef const char *reason = lazynccl_why(lazynccl_nccl())
    return reason.decode() if reason else None
