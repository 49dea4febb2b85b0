// A class whose members are filled when it is constructed, with a check of each: the loader by hand.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cstdio>
#include <dlfcn.h>
#include <nvrtc.h>
#include <stdexcept>
#include <string>

class Compiler {
public:
    Compiler()
    {
        for (const char *name : {"libnvrtc.so.13", "libnvrtc.so.12"}) {
            handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
            if (handle)
                break;
        }
        if (!handle)
            throw std::runtime_error(std::string("no NVRTC: ") + dlerror());
        load(nvrtcVersion, "nvrtcVersion");
        load(nvrtcGetErrorString, "nvrtcGetErrorString");
    }

    decltype(&::nvrtcVersion) nvrtcVersion;
    decltype(&::nvrtcGetErrorString) nvrtcGetErrorString;

private:
    void *handle = nullptr;

    template <class Function> void load(Function &function, const char *name)
    {
        function = reinterpret_cast<Function>(dlsym(handle, name));
        if (!function)
            throw std::runtime_error(std::string("this NVRTC lacks ") + name);
    }
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
