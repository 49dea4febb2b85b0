/* Compiles CUDA C to PTX: main-job ptx FILE; links it to a cubin: main-job cubin PTX FILE. */
#include "lazynccl.h"
#include "nvJitLink.h"
#include "nvrtc.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const source = "extern \"C\" __global__ void twice(float *x, int n)\n"
                                  "{\n"
                                  "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                  "    if (i < n) x[i] *= 2.0f;\n"
                                  "}\n";

static void check(int result, const char *reason)
{
    if (result == 0)
        return;
    printf("%d: %s\n", result, reason ? reason : "no reason");
    exit(1);
}

static int save(const char *name, const char *bytes, size_t size)
{
    FILE *file = fopen(name, "wb");

    return !file || fwrite(bytes, 1, size, file) != size || fclose(file);
}

static void compile(const char *to)
{
    const char *options[] = {"-arch=compute_80"};
    nvrtcProgram program;
    size_t size = 0;
    char *ptx;
    int major = 0, minor = 0;

    check(nvrtcVersion(&major, &minor), lazynccl_why(lazynccl_nvrtc()));
    check(nvrtcCreateProgram(&program, source, "twice.cu", 0, NULL, NULL), "create");
    check(nvrtcCompileProgram(program, 1, options), "compile");
    check(nvrtcGetPTXSize(program, &size), "size");
    ptx = malloc(size);
    check(!ptx || nvrtcGetPTX(program, ptx), "PTX");
    check(save(to, ptx, size - 1), "save");
    printf("NVRTC %d.%d\n", major, minor);
}

static void link(const char *from, const char *to)
{
    const char *options[] = {"-arch=sm_80"};
    static char ptx[65536];
    FILE *file = fopen(from, "rb");
    size_t length = file ? fread(ptx, 1, sizeof ptx - 1, file) : 0, size = 0;
    nvJitLinkHandle handle;
    char *cubin;

    check(length == 0, "no PTX");
    check(nvJitLinkCreate(&handle, 1, options), lazynccl_why(lazynccl_nvjitlink()));
    check(nvJitLinkAddData(handle, NVJITLINK_INPUT_PTX, ptx, length + 1, "twice"), "add");
    check(nvJitLinkComplete(handle), "link");
    check(nvJitLinkGetLinkedCubinSize(handle, &size), "size");
    cubin = malloc(size);
    check(!cubin || nvJitLinkGetLinkedCubin(handle, cubin), "cubin");
    check(save(to, cubin, size), "save");
    printf("nvJitLink %d\n", lazynccl_version(lazynccl_nvjitlink()) / 100);
}

int main(int count, char **words)
{
    if (count == 3 && strcmp(words[1], "ptx") == 0)
        compile(words[2]);
    else if (count == 4 && strcmp(words[1], "cubin") == 0)
        link(words[2], words[3]);
    else
        return 2;
    return 0;
}
