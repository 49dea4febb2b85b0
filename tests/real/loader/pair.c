/* usage: pair STEP...: uses NVRTC and nvJitLink in these steps: "compile" makes LTO-IR with NVRTC,
 * "create" only creates a linker, "link" makes a cubin from the LTO-IR, "report" prints both
 * reports. With -DNVJITLINK_NO_INLINE and a header that supports it, from 13.1 on, it uses
 * nvJitLink's plain names. */
#include "../../libc.h"
#include "found.h"
#include <nvJitLink.h>
#include <nvrtc.h>

static char ltoir[1 << 20];
static size_t ltoir_size;

static int compile(void)
{
    const char *options[] = {"-dlto", "-arch=compute_80"};
    nvrtcProgram program;
    int result = nvrtcCreateProgram(&program, "__global__ void k(int *x) { *x += 1; }", "k.cu", 0,
                                    NULL, NULL);

    if (!result)
        result = nvrtcCompileProgram(program, 2, options);
    if (!result)
        result = nvrtcGetLTOIRSize(program, &ltoir_size);
    if (!result && ltoir_size <= sizeof ltoir)
        result = nvrtcGetLTOIR(program, ltoir);
    return result;
}

static int link_step(int and_link)
{
    const char *options[] = {"-lto", "-arch=sm_80"};
    nvJitLinkHandle linker = NULL;
    size_t size = 0;
    char *log;
    int result = nvJitLinkCreate(&linker, 2, options);

    if (!result && and_link) {
        result = nvJitLinkAddData(linker, NVJITLINK_INPUT_LTOIR, ltoir, ltoir_size, "k");
        printf("add: %d\n", result);
        if (!result)
            result = nvJitLinkComplete(linker);
        if (!result)
            result = nvJitLinkGetLinkedCubinSize(linker, &size);
        if (result && nvJitLinkGetErrorLogSize(linker, &size) == 0 && (log = calloc(size + 1, 1))) {
            nvJitLinkGetErrorLog(linker, log);
            printf("log: %s\n", log);
            free(log);
        }
    }
    if (linker)
        nvJitLinkDestroy(&linker);
    return result;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "compile") == 0) {
            printf("compile: %d\n", compile());
            PRINT_FOUND(nvrtc);
        } else if (strcmp(argv[i], "report") == 0) {
            printf("-- nvrtc\n%s", lazynccl_report(lazynccl_nvrtc()));
            printf("-- nvjitlink\n%s", lazynccl_report(lazynccl_nvjitlink()));
        } else {
            printf("%s: %d\n", argv[i], link_step(strcmp(argv[i], "link") == 0));
            PRINT_FOUND(nvjitlink);
        }
    }
    return 0;
}
