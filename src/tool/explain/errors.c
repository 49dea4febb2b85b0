/* Finds the error code that a line names, by its name, its text or its number.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/errors.h"
#include "common/text/strings.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { RUNTIME, DRIVER }; /* indices into errors_apis; both share most numbers and texts */
/* Texts of COMMON words or fewer are everyday English, and codes below SMALL everyday numbers: such
 * a code must follow the name of its API within NEAR words. */
enum { COMMON = 3, SMALL = 30, NEAR = 8 };

/* How to learn more about a failed call, by library. The last row is for all others. */
static const char *const helps[][2] = {
    {"nccl",
     "NCCL_DEBUG=WARN PROGRAM prints why; give the output of all ranks to lazynccl explain"},
    {"cublas", "CUBLAS_LOGINFO_DBG=1 CUBLAS_LOGDEST_DBG=stderr PROGRAM logs calls"},
    {"cudnn", "CUDNN_LOGLEVEL_DBG=1 CUDNN_LOGDEST_DBG=stderr PROGRAM prints why (cuDNN 8: "
              "CUDNN_LOGERR_DBG=1)"},
    {"cufile", "read cufile.log, in the folder where the program runs"},
    {"cusparse", "CUSPARSE_LOG_LEVEL=5 PROGRAM logs calls"},
    {"cutensor", "CUTENSOR_LOG_LEVEL=5 PROGRAM logs calls"},
    {"nvjitlink", "print what nvJitLinkGetErrorLog() returns"},
    {"nvml", "nvidia-smi shows whether the driver works"},
    {"nvrtc", "print what nvrtcGetProgramLog() returns"},
    {NULL, "CUDA_LAUNCH_BLOCKING=1 PROGRAM reports the error at the call that fails; lazynccl "
           "doctor examines the driver and the libraries"},
};

enum { MOST_WORDS = 400 };

struct phrase { /* a line, split into words */
    struct phrase_word {
        const char *text; /* the word inside the line */
        size_t length;
    } words[MOST_WORDS];
    size_t count;
};

/* Splits a line into words of letters, digits and underscores, up to 400. */
static void split_words(struct phrase *phrase, const char *line)
{
    phrase->count = 0;
    while (*line && phrase->count < MOST_WORDS) {
        const char *end = line;

        while (isalnum((unsigned char)*end) || *end == '_')
            end++;
        if (end > line)
            phrase->words[phrase->count++] = (struct phrase_word){line, (size_t)(end - line)};
        line = *end ? end + 1 : end;
    }
}

/* Returns the hash of a text and word `i` after it, from `hash`, the hash of the text alone (0:
 * empty text). gen/facts/phrase.py computes the same. */
static uint32_t add_word(uint32_t hash, const struct phrase *phrase, size_t i)
{
    const struct phrase_word *word = &phrase->words[i];

    hash = hash ? (hash ^ ' ') * 16777619u : 2166136261u;
    for (size_t c = 0; c < word->length; c++)
        hash = (hash ^ (uint32_t)tolower((unsigned char)word->text[c])) * 16777619u;
    return hash;
}

/* Returns 1 if word `i` begins with `start`, ignoring case. */
static int word_begins(const struct phrase *phrase, size_t i, const char *start)
{
    return i < phrase->count && phrase->words[i].length >= strlen(start) &&
           strncasecmp(phrase->words[i].text, start, strlen(start)) == 0;
}

/* Returns 1 if word `i` is one of `words`, which '|' divides, ignoring case. */
static int word_is(const struct phrase *phrase, size_t i, const char *words)
{
    return i < phrase->count && strings_name(words, phrase->words[i].text, phrase->words[i].length);
}

/* Compares for bsearch(). The word has no NUL at its end. */
static int by_name(const void *key, const void *row)
{
    const struct phrase_word *word = key;
    const char *name = ((const struct error_row *)row)->name;
    int order = strncmp(word->text, name, word->length);

    return !order && name[word->length] ? -1 : order;
}

/* Returns 1 if a finding explains the code. LN120 says only that absent functions return it. */
static int names_cause(const struct error_row *row)
{
    return *row->ids && strcmp(row->ids, "LN120") != 0;
}

/* Returns the first code in the line that a finding explains, or else the first code. */
static const struct error_row *find_name(const struct phrase *line)
{
    const struct error_row *found = NULL;

    for (size_t i = 0; i < line->count; i++) {
        const struct error_row *row =
            bsearch(&line->words[i], errors_rows, errors_row_count, sizeof *errors_rows, by_name);

        if (row && (!found || (!names_cause(found) && names_cause(row))))
            found = row;
    }
    return found;
}

static int contains_cuda(const struct phrase_word *word)
{
    for (size_t c = 0; c + 4 <= word->length; c++) /* also of "pycuda", "ManagedCuda" */
        if (strncasecmp(word->text + c, "cuda", 4) == 0)
            return 1;
    return 0;
}

/* Returns the API whose name begins the word, as an index into errors_apis, or -1. */
static int api_of(const struct phrase *line, size_t i)
{
    const struct phrase_word *word = &line->words[i];

    for (int api = DRIVER + 1; errors_apis[api]; api++)
        if (word_begins(line, i, errors_apis[api]) && !word_begins(line, i, "ncclIb"))
            return api; /* other projects copied NCCL's functions for InfiniBand */
    if (contains_cuda(word))
        return word_is(line, i + 1, "driver") ? DRIVER : RUNTIME;
    return word_is(line, i, "CU|CUresult|GPUassert|gpuErrchk|checkCudaErrors|thrust") ||
                   word_begins(line, i, "cuvid") ||
                   (word->length > 3 && strncmp(word->text, "cu", 2) == 0 &&
                    isupper((unsigned char)word->text[2]))
               ? DRIVER
               : -1;
}

/* Returns the error code with a number; CUDA's runtime and driver share most numbers. */
static const struct error_row *row_of_number(int api, long number)
{
    const struct error_row *found = NULL;

    for (size_t i = 0; i < errors_row_count; i++)
        if (errors_rows[i].number == number &&
            (errors_rows[i].api == api ||
             (!found && api <= DRIVER && errors_rows[i].api <= DRIVER)))
            found = &errors_rows[i];
    return found;
}

/* Returns 1 if a number after this word is an error code: "error 35", "returned 35", "code=35". */
static int announces(const struct phrase *line, size_t i)
{
    return word_is(line, i,
                   "error|failure|failed|return|returned|code|status|result|err|errno|"
                   "retval|CUresult|cudaError_t");
}

/* Returns 1 if a number is the status of a process: "exit code: 101", "exited with code 1". */
static int is_exit_status(const struct phrase *line, size_t i)
{
    for (size_t before = i < 3 ? 0 : i - 3; before < i; before++)
        if (word_is(line, before, "exit|exited|exitcode"))
            return 1;
    return 0;
}

static int is_number(const struct phrase *line, size_t i, long *number)
{
    const struct phrase_word *word = &line->words[i];
    char *end;

    *number = strtol(word->text, &end, 10);
    return end == word->text + word->length && *number > 0 && !is_exit_status(line, i);
}

/* Returns 1 if word `i` is a number that is announced as a code, and that does not count things. */
static int is_code(const struct phrase *line, size_t i, long *number)
{
    return i && is_number(line, i, number) &&
           !word_is(line, i + 1, "rows|items|bytes|elements|values|results|tokens|lines") &&
           (announces(line, i - 1) ||
            (i > 1 && word_is(line, i - 1, "with") && word_is(line, i - 2, "failed")));
}

/* Returns the error code with the number that follows a word such as "error", in a line that names
 * the API before: "CUDA error 35", "cuInit failed with error code 100". Many programs print small
 * numbers, so the API's name must be near these. */
static const struct error_row *find_number(const struct phrase *line)
{
    int api = -1;
    size_t named_at = 0;
    long number;

    for (size_t i = 0; i < line->count; i++) {
        int named = api_of(line, i);

        if (is_number(line, i, &number) && word_is(line, i + 1, "call") &&
            word_begins(line, i + 3, "cu"))
            return row_of_number(DRIVER, number); /* Numba's "[222] Call to cuLinkAddData" */
        if (api >= 0 && is_code(line, i, &number) && (number >= SMALL || i - named_at <= NEAR))
            return row_of_number(api, number);
        if (named >= 0) {
            api = named;
            named_at = i;
        }
    }
    return NULL;
}

/* Returns 1 if the words before a text show that it is an error's: "CUDA error: out of memory", and
 * not PyTorch's own "CUDA out of memory". */
static int is_announced(const struct phrase *line, size_t i)
{
    const char *text = line->words[i].text;

    return i && (text[-1] != ' ' || strchr(":),]-=", text[-2]) || announces(line, i - 1) ||
                 word_begins(line, i - 1, "fail"));
}

/* Returns 1 if words before a text name its error's library. CUDA stands for all its libraries. */
static int is_named(const struct phrase *line, size_t i, const struct phrase_row *row)
{
    int api = errors_rows[row->of].api;
    int is_cudas = api <= DRIVER || row->words > COMMON;

    for (size_t w = 0; w < i; w++) {
        int named = api_of(line, w);

        if (named == api || (is_cudas && named >= 0 && named <= DRIVER) ||
            (row->words != 2 && (word_is(line, w, "GPU") || word_begins(line, w, "GPU0"))))
            return 1;
    }
    return 0;
}

/* Returns 1 if an error's text, which begins at word `i`, is there because of that error. Programs
 * print texts of three words or fewer for other reasons, and CUDA and NCCL share some, so the
 * library must be named before. All texts of NCCL, cuBLAS and cuSPARSE are everyday English. */
static int fits(const struct phrase_row *row, const struct phrase *line, size_t i)
{
    const struct error_row *error = &errors_rows[row->of];
    int names_nccl = 0;

    if (strings_contain_any(error->name, "cudaErrorMemoryAllocation|FileNotFound") &&
        !is_announced(line, i))
        return 0;
    for (size_t w = 0; w < line->count; w++)
        names_nccl = names_nccl || api_of(line, w) == error->api;
    if (strcmp(errors_apis[error->api], "nccl") == 0)
        return names_nccl;
    int tells_library =
        row->words > COMMON && !strings_contain_any(errors_apis[error->api], "cublas|cusparse");
    return tells_library || is_named(line, i, row);
}

static int by_hash(const void *key, const void *row)
{
    uint32_t a = *(const uint32_t *)key, b = ((const struct phrase_row *)row)->hash;

    return a < b ? -1 : a > b;
}

/* Returns the row of the text with this hash and number of words if it fits the line, or NULL. */
static const struct phrase_row *row_of(uint32_t hash, size_t words, const struct phrase *line,
                                       size_t first)
{
    const struct phrase_row *row =
        bsearch(&hash, errors_texts, errors_text_count, sizeof *errors_texts, by_hash);

    while (row && row > errors_texts && row[-1].hash == hash)
        row--;
    for (; row && row < errors_texts + errors_text_count && row->hash == hash; row++)
        if (row->words == words && fits(row, line, first))
            return row;
    return NULL;
}

/* Returns the longest text of an error that the line contains, or NULL. */
static const struct phrase_row *find_text(const struct phrase *line)
{
    enum { LONGEST = 40 };
    const struct phrase_row *best = NULL;

    for (size_t first = 0; first < line->count; first++) {
        uint32_t hash = 0;

        for (size_t words = 1; words <= LONGEST && first + words <= line->count; words++) {
            hash = add_word(hash, line, first + words - 1);
            if (best && words <= best->words)
                continue;
            const struct phrase_row *row = row_of(hash, words, line, first);
            if (row)
                best = row;
        }
    }
    return best;
}

/* Returns the error code in a line, found by its name, or else by its text, or else by its number.
 * After the name of an NCCL code, searches on: a code of CUDA says more about the cause. */
static const struct error_row *find_code(const char *line)
{
    struct phrase words;

    split_words(&words, line);
    const struct error_row *row = find_name(&words);
    if (row && (names_cause(row) || strcmp(errors_apis[row->api], "nccl") != 0))
        return row;
    const struct phrase_row *text = find_text(&words);
    if (text)
        return &errors_rows[text->of];
    const struct error_row *numbered = find_number(&words);
    return numbered ? numbered : row;
}

int errors_read(struct complaint *to, struct answer *answer, const char *line)
{
    /* AMD's errors have the same texts as NVIDIA's; make's lines have an exit status */
    if (strings_contain_any(line, "HIP |hipError| hip|ROCm|rocm") ||
        (strstr(line, "make") && strstr(line, "] Error ")))
        return 0;
    const struct error_row *row = find_code(line);
    if (!row)
        return 0;
    size_t i = 0;
    while (helps[i][0] && strcmp(helps[i][0], errors_apis[row->api]) != 0)
        i++;
    *to = (struct complaint){.kind = COMPLAINT_CODE};
    snprintf(to->library, sizeof to->library, "%s", errors_apis[row->api]);
    snprintf(to->symbol, sizeof to->symbol, "%s", row->name);
    snprintf(to->version, sizeof to->version, "%d", row->number);
    *answer = (struct answer){CAUSE, "{T} returned {S} ({V})", NULL, NULL, row->ids, NULL};
    if (strncmp(row->ids, "LN119", 5) == 0) { /* several findings have one symptom */
        answer->why =
            "The driver is missing, too old or does not work, or shows the process no GPU.";
        answer->help = "nvidia-smi must list a GPU; in a container: docker run --gpus all IMAGE; "
                       "unset CUDA_VISIBLE_DEVICES";
    }
    if (names_cause(row))
        return 1;
    answer->rank = i == 0 ? BARE : EFFECT;
    answer->why = *row->ids
                      ? "The code does not say what caused it. lazynccl returns it, too, if it "
                        "finds no usable library: LAZYNCCL_DEBUG=1 then prints the reason."
                      : "The code does not say what caused it.";
    answer->help = helps[i][1];
    answer->word = "code";
    return 1;
}
