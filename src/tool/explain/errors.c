/* Finds the error code that a line names.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/errors.h"
#include "common/text/memory.h"
#include "tool/explain/phrase.h"
#include <ctype.h>

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

/* 1 if the word begins a name of CUDA's: "CUDA", "cudaMalloc", "cuInit", "cublasCreate". */
static int is_cudas(const struct phrase *line, size_t i)
{
    const struct phrase_word *word = &line->words[i];

    return phrase_word_begins(line, i, "cuda") || phrase_word_is(line, i, "CUresult") ||
           (word->length > 3 && strncmp(word->text, "cu", 2) == 0 &&
            isupper((unsigned char)word->text[2]));
}

/* The API whose name the word begins, an index into errors_apis; -1: none. */
static int api_of(const struct phrase *line, size_t i)
{
    int found = is_cudas(line, i) ? 0 : -1;

    for (int api = 1; errors_apis[api]; api++)
        if (phrase_word_begins(line, i, errors_apis[api]) && strcmp(errors_apis[api], "cuda") != 0)
            found = api;
    return found;
}

static const struct error_row *numbered(int api, long number)
{
    for (int tries = 0; tries < 2; tries++, api++) { /* the driver has the runtime's numbers */
        for (size_t i = 0; i < errors_row_count; i++)
            if (errors_rows[i].api == api && errors_rows[i].number == number)
                return &errors_rows[i];
        if (api != 0)
            break;
    }
    return NULL;
}

/* 1 if a number after this word is an error's: "error 35", "returned 35", "code=35". */
static int announces(const struct phrase *line, size_t i)
{
    static const char *const words[] = {"error", "failure", "failed",   "returned",
                                        "code",  "status",  "result",   "err",
                                        "errno", "retval",  "CUresult", "cudaError_t"};

    for (size_t w = 0; w < sizeof words / sizeof *words; w++)
        if (phrase_word_is(line, i, words[w]))
            return 1;
    return 0;
}

static int is_filler(const struct phrase *line, size_t i)
{
    return phrase_word_is(line, i, "code") || phrase_word_is(line, i, "with") ||
           phrase_word_is(line, i, "number") || phrase_word_is(line, i, "was");
}

/* "CUDA error 35", "cuInit failed with error 100", "[222] Call to cuLinkAddData". */
static const struct error_row *by_number(const struct phrase *line)
{
    int api = -1;
    size_t named_at = 0;

    for (size_t i = 0; i < line->count; i++) {
        char *end;
        long number = strtol(line->words[i].text, &end, 10);
        int is_number = end == line->words[i].text + line->words[i].length && number > 0;
        size_t before = i ? i - 1 : 0;

        if (is_number && phrase_word_is(line, i + 1, "call") && phrase_word_is(line, i + 2, "to") &&
            phrase_word_begins(line, i + 3, "cu"))
            return numbered(0, number);
        if (is_number && i && is_filler(line, before) && before && !announces(line, before))
            before--;
        /* a small number is many things' error, so CUDA's name must be right before it */
        if (is_number && i && api >= 0 && announces(line, before) &&
            (number >= 30 || i - named_at <= 5))
            return numbered(api, number);
        if (api_of(line, i) >= 0) {
            api = api_of(line, i);
            named_at = i;
        }
    }
    return NULL;
}

static int compare_hashes(const void *a, const void *b)
{
    const struct error_row *const *first = a, *const *second = b;

    return (*first)->hash < (*second)->hash ? -1 : (*first)->hash > (*second)->hash;
}

/* The rows that have a text, sorted by its hash. */
static const struct error_row **texts(size_t *count, size_t *most)
{
    static const struct error_row **sorted;
    static size_t found, longest;

    if (!sorted) {
        sorted = memory_get(errors_row_count, sizeof *sorted);
        for (size_t i = 0; i < errors_row_count; i++)
            if (errors_rows[i].words) {
                sorted[found++] = &errors_rows[i];
                longest = errors_rows[i].words > longest ? errors_rows[i].words : longest;
            }
        qsort(sorted, found, sizeof *sorted, compare_hashes);
    }
    *count = found;
    *most = longest;
    return sorted;
}

/* The row with this text. One of three words or less is anybody's: the API must be named before it,
 * and CUDA and NCCL share some. */
static const struct error_row *with_text(uint32_t hash, size_t words, int is_after_cuda,
                                         int is_after_nccl)
{
    size_t count, most, low = 0;
    const struct error_row **sorted = texts(&count, &most);

    for (size_t high = count; low < high;) {
        size_t middle = (low + high) / 2;

        if (sorted[middle]->hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < count && sorted[low]->hash == hash; low++) {
        int is_nccls = strcmp(errors_apis[sorted[low]->api], "nccl") == 0;

        if (sorted[low]->words == words && (is_nccls ? is_after_nccl : words > 3 || is_after_cuda))
            return sorted[low];
    }
    return NULL;
}

/* The longest text of an API's that is in the line. */
static const struct error_row *by_text(const struct phrase *line)
{
    const struct error_row *best = NULL, *row;
    size_t count, most;
    int is_after_cuda = 0, is_after_nccl = 0;

    texts(&count, &most);
    for (size_t i = 0; i < line->count; i++) /* "unhandled system error (run with NCCL_DEBUG" */
        is_after_nccl = is_after_nccl || phrase_word_begins(line, i, "nccl");
    for (size_t first = 0; first < line->count; first++) {
        uint32_t hash = 0;

        for (size_t words = 1; words <= most && first + words <= line->count; words++) {
            hash = phrase_hash(hash, line, first + words - 1);
            if ((!best || words > best->words) &&
                (row = with_text(hash, words, is_after_cuda, is_after_nccl)))
                best = row;
        }
        if (is_cudas(line, first)) {
            is_after_cuda = 1;
            is_after_nccl = 0;
        } else if (phrase_word_begins(line, first, "nccl")) {
            is_after_nccl = 1;
        }
    }
    return best;
}

const struct error_row *errors_find(const char *line)
{
    struct phrase words;
    const struct error_row *found = NULL;

    phrase_split(&words, line);
    for (size_t i = 0; i < words.count; i++) {
        const struct error_row *row = named(&words, i);

        if (row && (!found || row->class_of < found->class_of))
            found = row;
    }
    if (!found)
        found = by_text(&words);
    return found ? found : by_number(&words);
}
