/* Fuzzes the reader of METADATA, WHEEL and RECORD. */
#define _GNU_SOURCE
#include "fuzz.h"
#include "common/machine/nvidia.h"
#include "common/wheels/dist_info.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const files[] = {"METADATA", "WHEEL", "RECORD"};
    struct dist_info is = {0};
    char *text = malloc(size + 1);

    memcpy(text, data, size);
    text[size] = '\0';
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        dist_info_read(&is, files[i], text);
    dist_info_brings(&is, "nvidia-cuda-nvrtc", "libnvrtc.so.12");
    for (size_t i = 0; i < is.files.count; i++)
        fuzz_check(strlen(nvidia_of(is.files.list[i]).package) < sizeof(struct nvidia){0}.package,
                   "the name is complete");
    dist_info_free(&is);
    free(text);
    return 0;
}
