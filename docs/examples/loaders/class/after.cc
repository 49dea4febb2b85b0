// The same class: its members are the functions, so its users do not change.
//     lazynccl vendor nvrtc --only nvrtcVersion,nvrtcGetErrorString -o lazynccl
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cstdio>
#include <lazynccl.h>
#include <nvrtc.h>
#include <stdexcept>
#include <string>

class Compiler {
public:
    Compiler()
    {
        if (const char *reason = lazynccl_why(lazynccl_nvrtc()))
            throw std::runtime_error(std::string("no NVRTC: ") + reason);
        if (const char *name = lazynccl_missing(lazynccl_nvrtc()))
            throw std::runtime_error(std::string("this NVRTC lacks ") + name);
    }

    decltype(&::nvrtcVersion) nvrtcVersion = ::nvrtcVersion;
    decltype(&::nvrtcGetErrorString) nvrtcGetErrorString = ::nvrtcGetErrorString;
};

int main()
try {
    Compiler compiler;
    int major, minor;

    if (nvrtcResult error = compiler.nvrtcVersion(&major, &minor))
        throw std::runtime_error(compiler.nvrtcGetErrorString(error));
    std::printf("NVRTC %d.%d\n", major, minor);
} catch (const std::exception &error) {
    std::printf("%s\n", error.what());
    return 1;
}
