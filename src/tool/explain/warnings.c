/* Maps an NCCL warning to the part of NCCL that prints it and the remedy.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/warnings.h"
#include "common/text/strings.h"
#include "tool/explain/log/line.h"
#include <string.h>

struct meaning {
    const char *texts; /* in the line, or in the file's path */
    enum answer_class class_of;
    const char *besides; /* the line has this, too; NULL: any line */
};

/* A system error is more specific than the file, but for RAS, which only serves to watch ranks. */
static const struct meaning of_errors[] = {
    {"NCCL WARN", CLASS_RAS, "ras/"},
    {"Permission denied", CLASS_SHM_DENIED, "shm"},
    {"Address already in use", CLASS_PORTS, NULL},
    {"Too many open files", CLASS_FILES, NULL},
    {"No space left on device", CLASS_SHM, NULL},
    {"Cannot allocate memory", CLASS_LOCKED, NULL},
    {"Bad address|Invalid argument|not supported", CLASS_PEERMEM, "ibv_reg_"},
    {"register|Protocol not available|not implemented|not supported", CLASS_OFI_RELEASE, "NET/OFI"},
    {"Connection refused", CLASS_NO_LISTENER, NULL},
    {"Connection timed out", CLASS_CONNECTION, "Call to recv"}, /* it was there before */
    {"No route to host|Network is unreachable|Connection timed out", CLASS_UNREACHABLE, NULL},
    {"Cannot assign requested address|Address family not", CLASS_ADDRESS, NULL},
    {"Name or service not known|name resolution|getting address info", CLASS_HOST_NAME, NULL},
    {"UNDELIVERABLE|RC: 113|RC: 110|RC: 107|RC: 104|Unreachable remote|OFI Request", CLASS_EFA_PEER,
     NULL},
    {"Connection reset by peer|Broken pipe", CLASS_NCCL_PEER, NULL},
};

/* Returns the first row that the path contains. */
static const struct meaning of_files[] = {
    {"coll_net|sharp", CLASS_SHARP, NULL},
    {"plugin/|fastsocket|ib_plugin|ucx_plugin", CLASS_PLUGIN, NULL},
    {"net_ib|ibv|gin|rma|gdr|mlx5", CLASS_RDMA, NULL},
    {"bootstrap|socket|proxy|ras|transport/net", CLASS_CONNECTION, NULL},
    {"shm", CLASS_SHM, NULL},
    {"nvls|mnnvl", CLASS_NVLS, NULL},
    {"graph/|topo", CLASS_TOPOLOGY, NULL},
    {"p2p", CLASS_PEER, NULL},
    {"nvmlwrap|cudawrap", CLASS_NO_GPU, NULL},
    {"alloc|mem_manager", CLASS_MEMORY, NULL},
    {"init|argcheck|enqueue|group|ce_coll|dev|reg|symmetric", CLASS_ARGUMENT, NULL},
};

/* Writes the path before ":LINE ", which ends at `end`, or "" if the line does not begin with one.
 */
static void read_file(char path[100], const char *line, const char *end)
{

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

static int is_of_ofi(const struct phrase_row *row)
{
    return strncmp(warnings_files[row->of], "ofi", 3) == 0;
}

/* Returns 1 if the program and file that the line names print the text. If the line names no file,
 * a text of two words is too common to count. */
static int fits(const void *path, const struct phrase_row *row, const struct phrase *line, size_t i)
{
    const char *file = strchr(warnings_files[row->of], ' ') + 1, *named = path;
    int is_ofis = strstr(line->words->text, "NET/OFI") != NULL;
    int is_own = strcmp(strings_base_name(file), strings_base_name(named)) == 0;

    return is_ofis == is_of_ofi(row) &&
           (is_own || (*named && *file == '*') || (!*named && row->words > 2));
}

static const struct phrase_row *find_row(const char *text, const char *path)
{
    struct phrase line;

    phrase_split(&line, text);
    return phrase_longest(&line, warnings_rows, warnings_row_count, fits, path);
}

static const struct answer *answer_in(const struct meaning *list, size_t count, const char *text,
                                      const char *line)
{
    for (size_t i = 0; i < count; i++)
        if (strings_contain_any(text, list[i].texts) &&
            (!list[i].besides || strstr(line, list[i].besides)))
            return &answer_classes[list[i].class_of];
    return NULL;
}
#define ANSWER_IN(list, text, line) answer_in(list, sizeof(list) / sizeof *(list), text, line)

const struct answer *warnings_of_system(const char *line)
{
    return ANSWER_IN(of_errors, line, line);
}

/* Returns 1 if NCCL says that it continues. */
static int is_harmless(const char *line)
{
    return strcasestr(line, "falling back") || strcasestr(line, "fall back") ||
           strcasestr(line, "ignoring") || strcasestr(line, " instead") ||
           strcasestr(line, "using default");
}

static int fails(const char *line)
{
    return !is_harmless(line) &&
           strings_contain_any(line, "rror|ail|ould not|nable|nvalid|nexpected|"
                                     "imeout|imed out|ismatch|issing|not found|Unknown");
}

int warnings_read(struct warning *warning, const char *line, int is_complete)
{
    struct line of = {.mark = line, .text = line};
    const char *file;
    char path[100];

    line_read(line, &of);
    read_file(path, line, of.mark > line ? of.mark - 1 : NULL);
    *warning = (struct warning){.answer = warnings_of_system(line), .row = find_row(of.text, path)};
    if (warning->answer)
        warning->kind = warning->answer->kind;
    if (!warning->answer && warning->row && !is_harmless(line)) {
        file = warnings_files[warning->row->of];
        int is_anywhere = strchr(file, '*') != NULL; /* a system call or CUDA call failed */
        const struct answer *part = ANSWER_IN(of_files, is_anywhere ? path : file, line);
        warning->answer = is_of_ofi(warning->row) ? &answer_classes[CLASS_OFI]
                          : part                  ? part
                                                  : &answer_classes[CLASS_WARNING];
        warning->kind = is_anywhere && warning->answer != &answer_classes[CLASS_NVLS]
                            ? EFFECT
                            : warning->answer->kind;
    }
    int is_tcpx = strings_contain_any(line, "tcpx|TCPX|astrak") && fails(line);
    if (!warning->answer && !warning->row &&
        (is_tcpx || (strstr(line, "NET/OFI") && !is_harmless(line)))) {
        warning->answer = &answer_classes[is_tcpx ? CLASS_PLUGIN : CLASS_OFI];
        warning->kind = EFFECT;
    }
    if (!warning->answer && !warning->row && *path && fails(line)) { /* of another release */
        const struct answer *part = ANSWER_IN(of_files, path, line);

        warning->answer = part ? part : &answer_classes[CLASS_WARNING];
        warning->kind = BARE;
    }
    int is_about_peer = warning->answer == &answer_classes[CLASS_CONNECTION] ||
                        warning->answer == &answer_classes[CLASS_UNREACHABLE] ||
                        warning->answer == &answer_classes[CLASS_NO_LISTENER];
    if (is_complete && is_about_peer && !strings_contain_any(line, "No route|is unreachable"))
        warning->answer = &answer_classes[CLASS_NCCL_PEER]; /* it could be reached before */
    return warning->answer != NULL;
}
