/* The code of a program, the same with lazynccl and without. It uses only NVIDIA's headers.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "job.h"
#include <nccl.h>
#include <nvJitLink.h>
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failed(const char *what, int code, const char *why)
{
    printf("    %s returned %d%s%s\n", what, code, why ? ": " : "", why ? why : "");
    return 1;
}

int compile_source(const char *source, struct code *ltoir)
{
    const char *options[] = {"-dlto", "-arch=compute_80"};
    nvrtcProgram program;
    nvrtcResult result = nvrtcCreateProgram(&program, source, "scale.cu", 0, NULL, NULL);
    if (result)
        return failed("nvrtcCreateProgram", result, nvrtcGetErrorString(result));

    result = nvrtcCompileProgram(program, 2, options);
    if (!result)
        result = nvrtcGetLTOIRSize(program, &ltoir->size);
    if (!result) {
        ltoir->bytes = malloc(ltoir->size);
        result = ltoir->bytes ? nvrtcGetLTOIR(program, ltoir->bytes) : NVRTC_ERROR_OUT_OF_MEMORY;
    }
    nvrtcDestroyProgram(&program);
    return result ? failed("compiling", result, nvrtcGetErrorString(result)) : 0;
}

int link_cubin(const struct code *ltoir, struct code *cubin)
{
    const char *options[] = {"-lto", "-arch=sm_80"};
    nvJitLinkHandle linker;
    nvJitLinkResult result = nvJitLinkCreate(&linker, 2, options);
    if (result)
        return failed("nvJitLinkCreate", result, NULL);

    result = nvJitLinkAddData(linker, NVJITLINK_INPUT_LTOIR, ltoir->bytes, ltoir->size, "scale");
    if (!result)
        result = nvJitLinkComplete(linker);
    if (!result)
        result = nvJitLinkGetLinkedCubinSize(linker, &cubin->size);
    if (!result) {
        cubin->bytes = malloc(cubin->size);
        result =
            cubin->bytes ? nvJitLinkGetLinkedCubin(linker, cubin->bytes) : NVJITLINK_ERROR_INTERNAL;
    }
    nvJitLinkDestroy(&linker);
    return result ? failed("linking", result, NULL) : 0;
}

int identify(int *version, unsigned char id[128])
{
    ncclUniqueId unique;
    ncclResult_t result = ncclGetVersion(version);
    if (!result)
        result = ncclGetUniqueId(&unique);
    if (result)
        return failed("NCCL", result, ncclGetErrorString(result));

    memcpy(id, unique.internal, sizeof unique.internal);
    return 0;
}
