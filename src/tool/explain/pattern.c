/* Matches a line with a pattern, and reads the names that it contains.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/pattern.h"
#include "common/machine/nvidia.h"
#include "common/text/strings.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

int pattern_is_name(char letter)
{
    return isalnum((unsigned char)letter) || (letter && strchr("._-+/@~$", letter));
}

size_t pattern_name_length(const char *at)
{
    size_t length = 0;

    while (pattern_is_name(at[length]))
        length++;
    return length;
}

/* Returns 1 if a name has the form of a header's: CCCL's need no suffix. */
static int is_header(const char *name)
{
    const char *end = strrchr(name, '.');

    return strings_length_of_first("cuda/|thrust/|cub/|nv/", name) > 0 ||
           (end && strings_length_of_first(".hpp|.hxx|.hh|.h|.cuh", end) == strlen(end));
}

/* Returns 1 if a package's name is one of NVIDIA's, in distributions, conda or PyPI. */
static int is_package(const char *name)
{
    static const char starts[] =
        "cuda|libcu|libnv|libnccl|nccl|nvidia|tensorrt|cudnn|cutensor|pytorch-cuda|libnpp|"
        "akmod-nvidia|kmod-nvidia|dkms-nvidia|xorg-x11-drv-nvidia|python3-libnvinfer";

    return strings_length_of_first(starts, name) > 0;
}

/* Returns 1 if a name of source code is one that NVIDIA's headers declare. */
static int is_declared(const char *name)
{
    static const char starts[] =
        "cudnn|cublas|cusparse|cusolver|cufft|curand|cutensor|cupti|nccl|"
        "cuvid|nvml|nvrtc|nvJitLink|nvinfer1|nppi|npps|nvjpeg|CUDNN_|CUBLAS_|CUSPARSE_|"
        "CUSOLVER_|CUFFT_|NCCL_|NVML_|NVRTC_|CUDA_|CU_|atomicAdd|__half|__nv_bfloat|__shfl";
    size_t length = strncmp(name, "cuda", 4) == 0 ? 4 : strncmp(name, "cu", 2) == 0 ? 2 : 0;

    return strings_length_of_first(starts, name) > 0 || strcmp(name, "cub") == 0 ||
           strcmp(name, "thrust") == 0 || (length && isupper((unsigned char)name[length]));
}

/* Returns 1 for the toolkit and the driver's library, by the words of CMake's variables. */
static int is_cuda(const char *name)
{
    return strcasecmp(name, "CUDA") == 0 || strcasecmp(name, "CUDA_CUDA") == 0;
}

/* Strips the punctuation that ends a sentence from a name, and "./" and "lib" from a file. Returns
 * 1, or 0 if it is not the name of what the letter stands for. */
int pattern_keep(struct complaint *to, char what, const char *name, size_t length)
{
    char *place = what == 'F'                  ? to->requester
                  : what == 'V'                ? to->version
                  : what == 'S' || what == 'D' ? to->symbol
                                               : to->library;

    if (what == 'L' || what == 'N') { /* CMake's CUDA_cublas_LIBRARY */
        const char *tail = memmem(name, length, "_LIBRARY", 8);

        tail = tail ? tail : memmem(name, length, "_INCLUDE", 8);
        length = tail ? (size_t)(tail - name) : length;
        int is_driver = length == 9 && strncasecmp(name, "CUDA_CUDA", 9) == 0;
        if (length > 5 && strncmp(name, "CUDA_", 5) == 0 && !is_driver) {
            name += 5;
            length -= 5;
        }
    }
    while (length && strchr(".-/", name[length - 1]))
        length--;
    const char *number = memmem(name, length, "@.", 2); /* JavaCPP's cudart@.12 */
    if (what == 'L' && number && isdigit((unsigned char)number[2]))
        snprintf(place, COMPLAINT_NAME, "lib%.*s.so%.*s", (int)(number - name), name,
                 (int)(name + length - number - 1), number + 1);
    else
        snprintf(place, COMPLAINT_NAME, "%.*s", (int)(length < COMPLAINT_NAME ? length : 0), name);
    return what == 'H'   ? is_header(place)
           : what == 'P' ? is_package(place)
           : what == 'D' ? is_declared(place)
           : what == 'N' ? is_cuda(place) || nvidia_named(place)
                         : 1;
}

/* Returns 1 if the rest of the pattern matches the rest of the line. */
static int matches_from(struct complaint *to, const char *row, const char *at)
{
    while (*row && *row != '|') {
        if (*row == '*') {
            for (; *at; at++)
                if (matches_from(to, row + 1, at))
                    return 1;
            return !row[1];
        }
        if (*row == '$')
            return !at[strspn(at, " .,;)}")];
        if (*row != '{') {
            if (tolower((unsigned char)*at++) != (unsigned char)*row++)
                return 0;
            continue;
        }
        const char *end = at;
        size_t rest = strcspn(row + 3, "{*|$");

        while ((pattern_is_name(*end) || (row[1] == 'S' && *end == ':' && end[1] != ' ')) &&
               !(rest && strncasecmp(end, row + 3, rest) == 0))
            end++;
        if (end == at || !pattern_keep(to, row[1], at, (size_t)(end - at)))
            return 0;
        at = end;
        row += 3;
    }
    return 1;
}

/* Returns the start of the name that ends here. */
const char *pattern_name_before(const char *line, const char *end)
{
    while (end > line && pattern_is_name(end[-1]))
        end--;
    return end;
}

/* Returns 1 if the loader's error may name a library file, a header, or a device of NVIDIA. "not
 * found" is also said of other things. */
static int is_a_library(const struct complaint *is)
{
    if (is->kind == COMPLAINT_GPU)
        return strncasecmp(is->library, "cuda", 4) == 0 || strcasecmp(is->library, "nvidia") == 0;
    if (is->kind == COMPLAINT_PACKAGE && strchr(is->library, '/'))
        return strstr(is->library, "/lib") != NULL;
    if (is->kind == COMPLAINT_TOOL)
        return !strstr(is->library, "/run/") &&
               strings_length_of_first("nvidia-container-|nvidia-ctk|nvidia-cdi|nvidia-docker|"
                                       "nvidia-cuda-mps|nvidia-modprobe|nvidia-persist",
                                       strings_base_name(is->library)) > 0;
    if (is->kind == COMPLAINT_MODULE)
        return strings_length_of_first("nvidia|pynvml|tensorrt|cupy|cuda|pycuda|nvmath",
                                       is->library) == strcspn(is->library, ".");
    if (is->kind == COMPLAINT_CDI)
        return strstr(is->library, "nvidia") || strncmp(is->library, "/dev/", 5) == 0;
    return !is->kind || is->kind >= COMPLAINT_LINK || !*is->library || strstr(is->library, ".so");
}

/* Returns where a line starts, after what docker build and mail put before it: "#12 34.5 ", "> ".
 */
static const char *start_of(const char *line)
{
    line += strspn(line, " >|");
    if (*line == '#' && isdigit((unsigned char)line[1])) {
        line += 1 + strspn(line + 1, "0123456789");
        line += strspn(line, " .0123456789");
    }
    return line;
}

/* Returns 1 if the line has the first of the patterns. */
static int matches_one(struct complaint *to, const struct clean_line *in, const char *pattern)
{
    char literal[COMPLAINT_NAME];
    const char *name, *line = in->text;
    int is_first = *pattern == '^';
    pattern += is_first;
    const char *row = *pattern == '{' ? pattern + 3 : pattern;

    size_t length = strcspn(row, "{*|$"); /* no snprintf(): each line has hundreds of patterns */
    length = length < sizeof literal ? length : sizeof literal - 1;
    memcpy(literal, row, length);
    literal[length] = '\0';
    for (const char *small = in->small; (small = strstr(small, literal)); small++) {
        const char *at = line + (small - in->small);
        int is_after_name = *pattern == '{';
        const char *end = !is_after_name ? at - 2 : at > line && at[-1] == ':' ? at - 1 : at;

        while (is_after_name && end > line && end[-1] == ' ') /* French has one before a colon */
            end--;

        *to = (struct complaint){.kind = to->kind};
        if (is_first && (is_after_name ? pattern_name_before(line, at) : at) != start_of(line))
            continue;
        if (!matches_from(to, row, at))
            continue;
        if (is_after_name || (at >= line + 2 && strncmp(end, ": ", 2) == 0)) {
            name = pattern_name_before(line, end);
            if (is_after_name && name == end)
                continue;
            if ((is_after_name || !*to->requester) &&
                !pattern_keep(to, is_after_name ? pattern[1] : 'F', name, (size_t)(end - name)))
                continue;
        }
        if (is_a_library(to))
            return 1;
    }
    return 0;
}

size_t pattern_matches(struct complaint *to, const struct clean_line *in, const char *pattern)
{
    for (; pattern == in->without || !matches_one(to, in, pattern); pattern++)
        if (!*(pattern = strchrnul(pattern, '|')))
            return 0;
    return strcspn(pattern, "|");
}
