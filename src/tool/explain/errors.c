/* Finds the error code that a line names.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/errors.h"
#include "common/text/strings.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { RUNTIME, DRIVER, CUDA_UNKNOWN = 999 }; /* the first are indices into errors_apis */

static int by_name(const void *key, const void *row)
{
    const struct phrase_word *word = key;
    const char *name = ((const struct error_row *)row)->name;
    int order = strncmp(word->text, name, word->length);

    return order ? order : name[word->length] ? -1 : 0;
}

static const struct error_row *named(const struct phrase *line, size_t i)
{
    return bsearch(&line->words[i], errors_rows, errors_row_count, sizeof *errors_rows, by_name);
}

/* Returns 1 if the word is what a program compares a code with: "== cudaErrorNotReady". */
static int is_condition(const struct phrase *line, size_t i)
{
    const char *text = line->words[i].text;

    return i && text - line->words[i - 1].text > 3 &&
           (strncmp(text - 3, "== ", 3) == 0 || strncmp(text - 3, "!= ", 3) == 0);
}

/* Returns 1 if the word begins a CUDA name: "CUDA", "cudaMalloc", "cuInit", "cublasCreate", or is
 * what programs commonly name their check of CUDA's calls. */
static int is_cudas(const struct phrase *line, size_t i)
{
    const struct phrase_word *word = &line->words[i];

    for (size_t c = 0; c + 4 <= word->length; c++) /* also of "pycuda", "ManagedCuda" */
        if (strncasecmp(word->text + c, "cuda", 4) == 0)
            return 1;
    return phrase_word_is(line, i, "CUresult|GPUassert|gpuErrchk|checkCudaErrors|thrust|cub") ||
           phrase_word_begins(line, i, "cuvid") ||
           (word->length == 2 && strncmp(word->text, "CU", 2) == 0) || /* "CU Error (209)" */
           (word->length > 3 && strncmp(word->text, "cu", 2) == 0 &&
            isupper((unsigned char)word->text[2]));
}

/* Returns 1 if the word names CUDA's driver API: "CUDA driver", "cuInit". */
static int is_drivers(const struct phrase *line, size_t i)
{
    const char *word = line->words[i].text;

    return phrase_word_is(line, i, "CUresult") || phrase_word_begins(line, i, "cuvid") ||
           (phrase_word_is(line, i, "cuda") && phrase_word_is(line, i + 1, "driver")) ||
           (strncmp(word, "cu", 2) == 0 && isupper((unsigned char)word[2]));
}

/* Returns the API whose name begins the word, as an index into errors_apis, or -1. */
static int api_of(const struct phrase *line, size_t i)
{
    int found = !is_cudas(line, i) ? -1 : is_drivers(line, i) ? DRIVER : RUNTIME;

    for (int api = 1; errors_apis[api]; api++)
        if (phrase_word_begins(line, i, errors_apis[api]) && strcmp(errors_apis[api], "cuda") != 0)
            found = api;
    return found;
}

static const struct error_row *numbered(int api, long number)
{
    const struct error_row *found = NULL;

    for (size_t i = 0; i < errors_row_count; i++)
        if (errors_rows[i].number == number &&
            (errors_rows[i].api == api || /* CUDA's driver and runtime share most numbers */
             (!found && api <= DRIVER && errors_rows[i].api <= DRIVER)))
            found = &errors_rows[i];
    return found;
}

/* Returns 1 if the number after this word is an error code: "error 35", "returned 35", "code=35".
 */
static int announces(const struct phrase *line, size_t i)
{
    return phrase_word_is(
        line, i,
        "error|failure|failed|return|returned|code|status|result|err|errno|retval|"
        "CUresult|cudaError_t");
}

/* Returns 1 if a number is the status of a process: "exit code: 101", "exited with code 1". */
static int is_exit_status(const struct phrase *line, size_t i)
{
    for (size_t before = i < 3 ? 0 : i - 3; before < i; before++)
        if (phrase_word_is(line, before, "exit|exited|exitcode"))
            return 1;
    return 0;
}

/* Returns the error of NVML with which nvidia-smi ended: "nvidia-smi: exit status 9". */
static const struct error_row *by_exit_status(const struct phrase *line)
{
    enum { DRIVER_NOT_LOADED = 9, LAST = 18 }; /* smaller ones are its own */
    int nvml = 0;

    while (strcmp(errors_apis[nvml], "nvml") != 0)
        nvml++;
    for (size_t i = 0; i < line->count; i++) {
        long number = strtol(line->words[i].text, NULL, 10);

        if (number >= DRIVER_NOT_LOADED && number <= LAST && is_exit_status(line, i))
            return numbered(nvml, number);
    }
    return NULL;
}

/* Returns the word before "in execute", "in nvinfer1::rt::execute"; `i`, if there is no "in". */
static size_t before_place(const struct phrase *line, size_t i)
{
    size_t first = i;

    while (first > 1 && strncmp(line->words[first].text - 2, "::", 2) == 0)
        first--;
    return first > 1 && phrase_word_is(line, first - 1, "in") ? first - 2 : i;
}

/* "CUDA error 35", "cuInit failed with error 100", "[222] Call to cuLinkAddData"; a negative number
 * is a program's own: Numba's for a code that it does not know. */
static const struct error_row *by_number(const struct phrase *line, const char *text)
{
    int api = -1, has_failed = 0, is_error = 0, names_gpu = 0;
    size_t named_at = 0;

    for (size_t i = 0; i < line->count; i++) {
        const struct phrase_word *word = &line->words[i];
        char *end;
        long number = strtol(word->text, &end, phrase_word_begins(line, i, "0x") ? 16 : 10);
        int is_negative = word->text > text && word->text[-1] == '-';
        int is_number =
            end == word->text + word->length && number > 0 && !is_exit_status(line, i) &&
            !phrase_word_is(line, i + 1, "rows|items|bytes|elements|values|results|tokens|lines");
        size_t before = i ? i - 1 : 0;
        int is_compared =
            (phrase_word_is(line, i + 1, "vs") && phrase_word_is(line, i + 2, "0")) ||
            (before && phrase_word_is(line, before, "vs") && phrase_word_is(line, before - 1, "0"));
        int may_be_negative = api >= 0 && strings_contain_any(errors_apis[api], "npp|cufile");

        if (before && is_number && strncmp(end, ": ", 2) == 0 && isupper((unsigned char)end[2]) &&
            phrase_word_is(line, before, "code") && phrase_word_is(line, before - 1, "error"))
            return NULL; /* TensorRT's own: "Error Code 1: Internal Error" */

        if (is_number && phrase_word_is(line, i + 1, "call") && phrase_word_is(line, i + 2, "to") &&
            phrase_word_begins(line, i + 3, "cu"))
            return numbered(DRIVER, is_negative ? CUDA_UNKNOWN : number);
        if (is_number && before && phrase_word_is(line, before, "code|with|number|was") &&
            !announces(line, before))
            before--;
        else if (is_number)
            before = before_place(line, before);
        /* "cuda driver library failed to get device context 999" */
        if (is_number && number >= 100 && number <= 999 && api >= 0 && api <= DRIVER &&
            i + 1 == line->count && has_failed)
            return numbered(api, number);
        has_failed = has_failed || phrase_word_is(line, i, "failed");
        names_gpu = names_gpu || phrase_word_is(line, i, "kernel|gpu|device|stream|event");
        if (is_number && names_gpu && number >= 700 && number <= 720 && announces(line, before))
            return numbered(DRIVER, number);
        is_error =
            is_error || (i && phrase_word_is(line, i, "error|failure") && api_of(line, i - 1) >= 0);
        /* many programs use small numbers, so a CUDA name must come right before it, or "CUDA
         * error" anywhere before "code" */
        if (is_number && (!is_negative || may_be_negative) && i && api >= 0 &&
            (is_compared || announces(line, before) ||
             (has_failed && phrase_word_is(line, before, "plan"))) &&
            (number >= 30 || i - named_at <= 6 ||
             (is_error && phrase_word_is(line, before, "code"))))
            return numbered(api, number);
        if (api_of(line, i) >= 0) {
            api = api_of(line, i);
            named_at = i;
        }
    }
    return NULL;
}

/* Returns 1 for a function of CUDA's runtime or driver: "cudaMalloc", "cuInit". */
static int is_function(const struct phrase *line, size_t i)
{
    const char *word = line->words[i].text;
    size_t prefix = strncmp(word, "cuda", 4) == 0 ? 4 : 2;

    return line->words[i].length > 5 && strncmp(word, "cu", 2) == 0 &&
           isupper((unsigned char)word[prefix]) && islower((unsigned char)word[prefix + 1]);
}

/* Returns 1 for NCCL and its functions; other projects copied those that are not in its API. */
static int names_nccl(const struct phrase *line, size_t i)
{
    return phrase_word_begins(line, i, "nccl") && !phrase_word_begins(line, i, "ncclIb");
}

/* Many programs print texts of three words or fewer, and CUDA and NCCL share some, so the name of
 * the API must come first. The texts of CUDA's other libraries are common English. */
static int fits(const void *of_cuda, const struct phrase_row *row, const struct phrase *line,
                size_t i)
{
    int api = errors_rows[row->of].api, is_nccls = strcmp(errors_apis[api], "nccl") == 0;
    const struct phrase *short_line = of_cuda; /* that has little besides the text */
    int is_after_cuda = short_line && row->words + 1u >= short_line->count, is_after_nccl = 0,
        is_after_api = 0, is_after_gpu = 0;

    if (errors_rows[row->of].class_of == CLASS_CODE_FILE &&
        !(i && phrase_word_is(line, i - 1, "error|failure|failed|301")))
        return 0;                            /* other files are not found, too */
    for (size_t w = 0; w < line->count; w++) /* "unhandled system error (run with NCCL_DEBUG" */
        is_after_nccl = is_after_nccl || names_nccl(line, w);
    for (size_t w = 0; w < i; w++) {
        is_after_api = is_after_api || api_of(line, w) == api;
        is_after_gpu = is_after_gpu || phrase_word_is(line, w, "GPU");
        if (names_nccl(line, w)) {
            is_after_nccl = 1;
        } else if (is_cudas(line, w)) {
            is_after_cuda = 1;
            is_after_nccl = 0;
        }
    }
    for (size_t w = i + row->words; row->words > 2 && w < line->count; w++)
        is_after_cuda = is_after_cuda || is_function(line, w); /* "Out of memory in cuMemAlloc" */
    if (is_nccls)
        return is_after_nccl;
    int is_error = strcmp(errors_apis[api], "cublas") == 0 && i > 1 &&
                   /* llama.cpp's */ phrase_word_is(line, i - 1, "error") && is_cudas(line, i - 2);
    const char *text = line->words[i].text;
    if (row->words == 2 && phrase_word_is(line, i, "not") && i && !strchr(":(-", text[-2]))
        return 0; /* "library not found" */
    is_after_gpu = is_after_gpu || phrase_word_is(line, i + 1, "device|launch");
    if (row->words == 1 && strcmp(errors_apis[api], "nvml") == 0) /* "GPU 0: ERROR_GPU_IS_LOST" */
        is_after_api = is_after_api || is_after_gpu;
    if (row->words == 1 && phrase_word_is(line, i, "InvalidPtx|NoBinaryForGpu"))
        return 1; /* Go's and Rust's names */
    return api <= DRIVER ? row->words > (is_after_gpu ? 2 : 3) || is_after_cuda
                         : is_after_api || (is_after_cuda && row->words > 5) || is_error;
}

int errors_name_cuda(const char *line)
{
    struct phrase words;
    int names = 0;

    phrase_split(&words, line);
    for (size_t i = 0; i < words.count; i++)
        names = names || is_cudas(&words, i);
    return names;
}

const struct error_row *errors_find(const char *line, int is_after_cuda)
{
    enum { SHORT = 5 };
    struct phrase words;
    const struct error_row *found = NULL;

    if ((strstr(line, "make") && strstr(line, "] Error ")) ||              /* an exit status */
        strings_contain_any(line, "not declared|ndeclared|identifier ") || /* a compiler's words */
        strings_contain_any(line,
                            "HIP |hipError| hip|ROCm|rocm") || /* AMD's, with the same texts */
        strstr(line,
               "API error detected")) /* cuda-gdb's of calls whose failure a program expects */
        return NULL;
    phrase_split(&words, line);
    for (size_t i = 0; i < words.count; i++) {
        const struct error_row *row = named(&words, i);

        if (row && !is_condition(&words, i) && (!found || row->class_of < found->class_of))
            found = row;
    }
    int is_nccls = found && found->class_of == CLASS_NCCL_CUDA; /* the line may go on with CUDA's */
    if (!found && strings_contain_any(line, "nvidia-smi|nvidia_smi"))
        found = by_exit_status(&words);
    const struct phrase_row *text =
        found && !is_nccls ? NULL
                           : phrase_longest(&words, errors_texts, errors_text_count, fits,
                                            is_after_cuda && words.count <= SHORT ? &words : NULL);
    const struct error_row *number = found && !is_nccls && found->class_of != CLASS_FILES_OF_GPU
                                         ? NULL
                                         : by_number(&words, line);
    const struct error_row *said = text ? &errors_rows[text->of] : number;

    if (said && said->class_of == CLASS_NOT_HERE && strcasestr(line, "falling back"))
        return NULL; /* the program goes on without it */
    if (text && number && said->class_of == CLASS_FILES_OF_GPU)
        said = number; /* a program's "unknown" says less than its number */
    if (found && number && found->class_of == CLASS_FILES_OF_GPU)
        return number;
    return found && !(said && said->api <= DRIVER) ? found : said;
}
