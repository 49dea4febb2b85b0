// The same program: each call of an absent function runs throw_missing() first.
//     lazynccl vendor nvrtc nvjitlink --only nvrtcVersion,nvJitLinkVersion -o lazynccl
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cstdio>
#include <lazynccl.h>
#include <nvJitLink.h>
#include <nvrtc.h>
#include <stdexcept>
#include <string>

struct MissingLibrary : std::runtime_error {
    using std::runtime_error::runtime_error;
};

static void throw_missing(const char *function, const char *reason, void *)
{
    throw MissingLibrary(std::string(function) + ": " + reason);
}

int main()
try {
    int major = 0, minor = 0;
    unsigned linker_major = 0, linker_minor = 0;
    for (lazynccl_library *library : {lazynccl_nvrtc(), lazynccl_nvjitlink()})
        lazynccl_on_absent(library, throw_missing, nullptr);
    nvrtcVersion(&major, &minor);
    nvJitLinkVersion(&linker_major, &linker_minor);
    std::printf("NVRTC %d.%d, nvJitLink %u.%u\n", major, minor, linker_major, linker_minor);
} catch (const MissingLibrary &error) {
    std::printf("%s\n", error.what());
    return 1;
}
