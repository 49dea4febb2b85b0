/* Finds the part of NCCL that prints a warning, and the remedy.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/warnings.h"
#include "common/text/strings.h"
#include "tool/explain/phrase.h"
#include <stdlib.h>
#include <string.h>

struct meaning {
    const char *text; /* in the line, or in the file's path */
    enum answer_class class_of;
};

/* An error of the system tells more than the file. */
static const struct meaning of_errors[] = {
    {"Address already in use", CLASS_PORTS},
    {"Too many open files", CLASS_FILES},
    {"No space left on device", CLASS_SHM},
    {"Cannot allocate memory", CLASS_LOCKED},
    {"Connection refused", CLASS_UNREACHABLE},
    {"No route to host", CLASS_UNREACHABLE},
    {"Network is unreachable", CLASS_UNREACHABLE},
    {"Connection timed out", CLASS_UNREACHABLE},
    {"Cannot assign requested address", CLASS_ADDRESS},
    {"Connection reset by peer", CLASS_NCCL_PEER},
    {"Broken pipe", CLASS_NCCL_PEER},
};

/* The first that is in the path. */
static const struct meaning of_files[] = {
    {"plugin/", CLASS_PLUGIN},
    {"coll_net", CLASS_PLUGIN},
    {"net_ib", CLASS_RDMA},
    {"ibv", CLASS_RDMA},
    {"gin", CLASS_RDMA},
    {"rma", CLASS_RDMA},
    {"gdr", CLASS_RDMA},
    {"bootstrap", CLASS_CONNECTION},
    {"socket", CLASS_CONNECTION},
    {"proxy", CLASS_CONNECTION},
    {"ras", CLASS_CONNECTION},
    {"transport/net", CLASS_CONNECTION},
    {"shm", CLASS_SHM},
    {"nvls", CLASS_NVLS},
    {"mnnvl", CLASS_NVLS},
    {"graph/", CLASS_TOPOLOGY},
    {"topo", CLASS_TOPOLOGY},
    {"p2p", CLASS_PEER},
    {"nvmlwrap", CLASS_NO_GPU},
    {"cudawrap", CLASS_NO_GPU},
    {"alloc", CLASS_MEMORY},
    {"mem_manager", CLASS_MEMORY},
    {"argcheck", CLASS_ARGUMENT},
    {"enqueue", CLASS_ARGUMENT},
    {"group", CLASS_ARGUMENT},
    {"ce_coll", CLASS_ARGUMENT},
    {"dev", CLASS_ARGUMENT},
    {"reg", CLASS_ARGUMENT},
    {"symmetric", CLASS_ARGUMENT},
    {"", CLASS_WARNING},
};

/* The path of the file before ":LINE NCCL WARN"; "": the line does not begin so. */
static void read_file(char path[100], const char *line)
{
    const char *mark = strstr(line, " NCCL WARN"), *end = mark;

    *path = '\0';
    while (end && end > line && end[-1] != ':')
        end--;
    const char *start = end ? end - (end > line) : line;
    while (start > line && start[-1] != ' ')
        start--;
    size_t length = end ? strcspn(start, ".:") : 0;
    if (length < 100)
        memcpy(path, start, length), path[length] = '\0';
}

static int by_hash(const void *key, const void *row)
{
    uint32_t a = *(const uint32_t *)key, b = ((const struct warning_row *)row)->hash;

    return a < b ? -1 : a > b;
}

static int is_of_ofi(const struct warning_row *row)
{
    return strncmp(warnings_files[row->file], "ofi", 3) == 0;
}

/* The row of so many words with this hash, of the file if the line names one. */
static const struct warning_row *row_of(uint32_t hash, size_t words, const char *path, int is_ofis)
{
    const struct warning_row *end = warnings_rows + warnings_row_count;
    const struct warning_row *row =
        bsearch(&hash, warnings_rows, warnings_row_count, sizeof *row, by_hash);

    while (row && row > warnings_rows && row[-1].hash == hash)
        row--;
    for (; row && row < end && row->hash == hash; row++) {
        const char *file = strchr(warnings_files[row->file], ' ') + 1;
        int is_own = strcmp(strings_base_name(file), strings_base_name(path)) == 0;

        if (row->words == words && is_ofis == is_of_ofi(row) &&
            (is_own || (*path && *file == '*') || (!*path && words > 2)))
            return row;
    }
    return NULL;
}

/* The row with the longest text in the line. */
static const struct warning_row *find_row(const char *text, const char *path)
{
    enum { MOST_WORDS = 40 };
    const struct warning_row *best = NULL, *row;
    struct phrase line;
    int is_ofis = strstr(text, "NET/OFI") != NULL;

    phrase_split(&line, text);
    for (size_t first = 0; first < line.count; first++) {
        uint32_t hash = 0;

        for (size_t words = 1; words <= MOST_WORDS && first + words <= line.count; words++) {
            hash = phrase_hash(hash, &line, first + words - 1);
            if ((!best || words > best->words) && (row = row_of(hash, words, path, is_ofis)))
                best = row;
        }
    }
    return best;
}

static const struct answer *answer_in(const struct meaning *list, size_t count, const char *text)
{
    for (size_t i = 0; i < count; i++)
        if (strstr(text, list[i].text))
            return &classes_answers[list[i].class_of];
    return NULL;
}
#define ANSWER_IN(list, text) answer_in(list, sizeof(list) / sizeof *(list), text)

/* 1 if NCCL says that it goes on. */
static int is_harmless(const char *line)
{
    return strcasestr(line, "falling back") || strcasestr(line, "fall back") ||
           strcasestr(line, "ignoring") || strcasestr(line, "using default");
}

int warnings_read(struct warning *warning, const char *line)
{
    const char *text = strstr(line, "NCCL WARN"), *file;
    char path[100];

    read_file(path, line);
    *warning = (struct warning){.answer = ANSWER_IN(of_errors, line),
                                .row = find_row(text ? text + 9 : line, path)};
    if (warning->answer)
        warning->kind = warning->answer->kind;
    if (!warning->answer && warning->row && !is_harmless(line)) {
        file = warnings_files[warning->row->file];
        int is_anywhere = strchr(file, '*') != NULL; /* a system call or one of CUDA's failed */
        warning->answer = is_of_ofi(warning->row) ? &classes_answers[CLASS_OFI]
                                                  : ANSWER_IN(of_files, is_anywhere ? path : file);
        warning->kind = is_anywhere && warning->answer != &classes_answers[CLASS_NVLS]
                            ? EFFECT
                            : warning->answer->kind;
    }
    return warning->answer != NULL;
}
