/* Compiles a kernel to PTX with NVRTC and links it with nvJitLink, without lazynccl, and prints the
 * results. */
#include "../../libc.h"
#include <nvJitLink.h>
#include <nvrtc.h>

int main(void)
{
    static const char source[] = "extern \"C\" __global__ void f(float *x) { *x *= 2; }";
    const char *compile[] = {"-arch=compute_80"}, *link[] = {"-arch=sm_80"};
    size_t size = 0;
    nvrtcProgram program;
    nvJitLinkHandle linker;
    int major = 0, minor = 0, result;
    char *ptx, *log;

    nvrtcVersion(&major, &minor);
    printf("NVRTC %d.%d\n", major, minor);
    result = nvrtcCreateProgram(&program, source, "f.cu", 0, NULL, NULL);
    if (!result)
        result = nvrtcCompileProgram(program, 1, compile);
    if (!result)
        result = nvrtcGetPTXSize(program, &size);
    ptx = calloc(size + 1, 1);
    if (!result)
        result = nvrtcGetPTX(program, ptx);
    printf("compile: %d\n", result);

    result = nvJitLinkCreate(&linker, 1, link);
    if (!result)
        result = nvJitLinkAddData(linker, NVJITLINK_INPUT_PTX, ptx, size, "f");
    printf("add: %d\n", result);
    nvJitLinkGetErrorLogSize(linker, &size);
    log = calloc(size + 1, 1);
    nvJitLinkGetErrorLog(linker, log);
    printf("log: %s\n", log);
    free(ptx);
    free(log);
    return nvrtcDestroyProgram(&program) + nvJitLinkDestroy(&linker);
}
