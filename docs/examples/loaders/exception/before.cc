// Calls that throw the program's own exception if a library is missing, in a program that compiles with NVRTC
// and links with nvJitLink: the loader by hand.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cstdio>
#include <dlfcn.h>
#include <nvJitLink.h>
#include <nvrtc.h>
#include <stdexcept>
#include <string>

struct MissingLibrary : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Library {
    const char *name;
    void *handle;

public:
    explicit Library(const char *soname) : name(soname), handle(dlopen(soname, RTLD_NOW | RTLD_LOCAL)) {}

    template <typename Function> Function *symbol(const char *function) const
    {
        if (!handle)
            throw MissingLibrary(std::string(function) + ": " + name + " cannot be loaded");
        if (void *found = dlsym(handle, function))
            return reinterpret_cast<Function *>(found);
        throw MissingLibrary(std::string(function) + ": this " + name + " lacks it");
    }
};

static const Library nvrtc("libnvrtc.so.13"), nvjitlink("libnvJitLink.so.13");

static nvrtcResult lazy_nvrtcVersion(int *major, int *minor)
{
    static auto function = nvrtc.symbol<decltype(::nvrtcVersion)>("nvrtcVersion");
    return function(major, minor);
}
#define nvrtcVersion lazy_nvrtcVersion

static nvJitLinkResult lazy_nvJitLinkVersion(unsigned *major, unsigned *minor)
{
    static auto function = nvjitlink.symbol<decltype(::nvJitLinkVersion)>("nvJitLinkVersion");
    return function(major, minor);
}
#define nvJitLinkVersion lazy_nvJitLinkVersion

int main()
try {
    int major = 0, minor = 0;
    unsigned linker_major = 0, linker_minor = 0;
    nvrtcVersion(&major, &minor);
    nvJitLinkVersion(&linker_major, &linker_minor);
    std::printf("NVRTC %d.%d, nvJitLink %u.%u\n", major, minor, linker_major, linker_minor);
} catch (const MissingLibrary &error) {
    std::printf("%s\n", error.what());
    return 1;
}
