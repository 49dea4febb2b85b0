// A handler of lazynccl_on_absent() is called on each call of an absent function, with its name and the
// reason. It throws; after it was told to return, the fallback value is returned.
#include "lazynccl.h"
#include <cstdio>
#include <stdexcept>
#include <string>

extern "C" {
int nvrtcVersion(int *, int *);
int ncclGetVersion(int *);
const char *nvrtcGetErrorString(int);
}

struct Missing : std::runtime_error {
    using std::runtime_error::runtime_error;
};

static void handle(const char *function, const char *reason, void *data)
{
    if (*static_cast<bool *>(data))
        throw Missing(std::string(function) + ": " + reason);
    int nested;
    ncclGetVersion(&nested); // has no handler then, and must not change what the outer call is
    std::printf("told: %s\n", function);
}

int main()
{
    int major = 1, minor = 1;
    bool throws = true;

    lazynccl_on_absent(lazynccl_nvrtc(), handle, &throws);
    lazynccl_on_absent(lazynccl_nccl(), handle, &throws);
    for (int i = 0; i < 2; i++)
        try {
            nvrtcVersion(&major, &minor);
            std::puts("wrong: returned");
        } catch (const Missing &error) {
            std::printf("caught %s\n", error.what());
        }
    try {
        ncclGetVersion(&major);
    } catch (const Missing &error) {
        std::printf("caught %s\n", error.what());
    }
    std::printf("text: %s\n", nvrtcGetErrorString(1));
    throws = false;
    lazynccl_on_absent(lazynccl_nccl(), nullptr, nullptr);
    std::printf("status %d\n", nvrtcVersion(&major, &minor));
    lazynccl_on_absent(lazynccl_nvrtc(), nullptr, nullptr);
    std::printf("status %d\n", nvrtcVersion(&major, &minor));
    std::puts(lazynccl_error(lazynccl_nvrtc(), "nvrtcVersion"));
}
