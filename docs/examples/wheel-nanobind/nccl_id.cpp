/* A Python module that can use NCCL and works without it: version(), unique_id(), why().
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <nanobind/nanobind.h>

#include <lazynccl.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nccl.h>
#include <optional>
#include <stdexcept>
#include <string>

namespace nb = nanobind;

/* Throws NCCL's text for an error: if NCCL is absent, why and what to install. */
static void check(ncclResult_t result)
{
    if (result != ncclSuccess)
        throw std::runtime_error(ncclGetErrorString(result));
}

static int version()
{
    int number;

    check(ncclGetVersion(&number));
    return number;
}

static nb::bytes unique_id()
{
    ncclUniqueId id;

    check(ncclGetUniqueId(&id));
    return nb::bytes(id.internal, sizeof id.internal);
}

/* Call this instead of wrapping an import in try/except. Returns None, or why NCCL is absent. */
static std::optional<std::string> why()
{
    const char *reason = lazynccl_why(lazynccl_nccl());

    return reason ? std::optional<std::string>(reason) : std::nullopt;
}

NB_MODULE(nccl_id, module)
{
    module.def("version", version);
    module.def("unique_id", unique_id);
    module.def("why", why);
}
