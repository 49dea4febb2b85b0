/* usage: nvjitlink-job ptx|ltoir INPUT OUTPUT: links a kernel to a cubin for sm_80. */
#include "../../libc.h"
#include "found.h"
#include <nvJitLink.h>

static nvJitLinkHandle linker;

static int failed(const char *what, int code)
{
    size_t size = 0;
    char *log = NULL;

    printf("%s: %d\n", what, code);
    if (linker && nvJitLinkGetErrorLogSize(linker, &size) == 0 && (log = calloc(size + 1, 1)))
        nvJitLinkGetErrorLog(linker, log);
    printf("%s\n", log ? log : "no log");
    free(log);
    PRINT_FOUND(nvjitlink);
    return 1;
}

static void *read_whole(const char *name, size_t *size)
{
    static char bytes[1 << 20];
    FILE *file = fopen(name, "rb");

    *size = file ? fread(bytes, 1, sizeof bytes - 1, file) : 0;
    if (file)
        fclose(file);
    return bytes;
}

int main(int argc, char **argv)
{
    const char *options[] = {"-arch=sm_80", "-lto"};
    int lto = argc == 4 && strcmp(argv[1], "ltoir") == 0, result;
    size_t size = 0;
    void *input = argc == 4 ? read_whole(argv[2], &size) : NULL, *cubin;
    FILE *file;

    if (size == 0)
        return failed("reading", argc);
    result = nvJitLinkCreate(&linker, lto ? 2 : 1, options);
    if (result)
        return failed("nvJitLinkCreate", result);
    result = nvJitLinkAddData(linker, lto ? NVJITLINK_INPUT_LTOIR : NVJITLINK_INPUT_PTX, input,
                              size, "scale");
    if (result)
        return failed("nvJitLinkAddData", result);
    result = nvJitLinkComplete(linker);
    if (result)
        return failed("nvJitLinkComplete", result);
    result = nvJitLinkGetLinkedCubinSize(linker, &size);
    cubin = malloc(size + 1);
    if (!result && cubin)
        result = nvJitLinkGetLinkedCubin(linker, cubin);
    if (result || !cubin || size == 0)
        return failed("nvJitLinkGetLinkedCubin", result);
    file = fopen(argv[3], "wb");
    if (!file || fwrite(cubin, 1, size, file) != size || fclose(file))
        return failed("writing", 0);
    result = nvJitLinkDestroy(&linker);
    if (result)
        return failed("nvJitLinkDestroy", result);
#ifdef ASK_VERSION
    unsigned major = 0, minor = 0;
    result = nvJitLinkVersion(&major, &minor);
    printf("nvJitLinkVersion: %d %u.%u\n", result, major, minor);
#endif
    PRINT_FOUND(nvjitlink);
    return 0;
}
