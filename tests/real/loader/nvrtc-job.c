/* Compiles a kernel with NVRTC to out.ptx, and with -DWITH_LTOIR to out.ltoir. */
#include "found.h"
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>

static const char source[] = "extern \"C\" __global__ void scale(float *x, float by, int count)\n"
                             "{\n"
                             "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                             "    if (i < count)\n"
                             "        x[i] = __fmaf_rn(x[i], by, 1.0f);\n"
                             "}\n";

static int failed(const char *what, int code)
{
    printf("%s: %d %s\n", what, code, nvrtcGetErrorString((nvrtcResult)code));
    return 1;
}

static void print_log(nvrtcProgram program)
{
    size_t size = 0;
    char *log = nvrtcGetProgramLogSize(program, &size) ? NULL : malloc(size + 1);

    if (log && nvrtcGetProgramLog(program, log) == 0)
        printf("%s\n", log);
    free(log);
}

typedef nvrtcResult get_size(nvrtcProgram, size_t *);
typedef nvrtcResult get_code(nvrtcProgram, char *);

static int compile(const char *option, const char *name, get_size *ask_size, get_code *ask_code)
{
    const char *options[] = {"-arch=compute_80", option};
    nvrtcProgram program;
    size_t size = 0;
    char *code;
    FILE *file;
    int result = nvrtcCreateProgram(&program, source, "scale.cu", 0, NULL, NULL);

    if (result)
        return failed("nvrtcCreateProgram", result);
    result = nvrtcCompileProgram(program, option ? 2 : 1, options);
    if (result) {
        print_log(program);
        return failed("nvrtcCompileProgram", result);
    }
    result = ask_size(program, &size);
    code = malloc(size + 1);
    if (!result && code)
        result = ask_code(program, code);
    if (result || !code || size == 0)
        return failed(name, result);
    file = fopen(name, "wb");
    if (!file || fwrite(code, 1, size, file) != size || fclose(file))
        return failed("writing", 0);
    free(code);
    printf("%s: compiled\n", name);
    return nvrtcDestroyProgram(&program);
}

int main(void)
{
    int major = 0, minor = 0, failures;

    nvrtcVersion(&major, &minor);
    printf("nvrtcVersion: %d.%d\n", major, minor);
    failures = compile(NULL, "out.ptx", nvrtcGetPTXSize, nvrtcGetPTX);
#ifdef WITH_LTOIR
    failures += compile("-dlto", "out.ltoir", nvrtcGetLTOIRSize, nvrtcGetLTOIR);
#endif
    PRINT_FOUND(nvrtc);
    return failures > 0;
}
