/* Finds the line of a text that tells most.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/messages.h"
#include "common/text/memory.h"
#include "tool/explain/classes.h"
#include "tool/explain/pattern.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

const struct message_row *messages_at(size_t i)
{
    static const struct message_row *const tables[] = {messages_of_loaders, messages_of_cuda,
                                                       messages_of_nccl};

    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (const struct message_row *row = tables[t]; row->pattern; row++)
            if (i-- == 0)
                return row;
    return NULL;
}

/* A row as it is looked for. */
struct pattern {
    const struct message_row *row;
    char *text;
    size_t literals; /* how many characters it wants to the letter */
    char *start;     /* those before the first '*' or '%' */
    int is_there;    /* 1: the text that is searched has the start somewhere */
};

static struct pattern *pattern_at(size_t i)
{
    static struct pattern *list;
    static size_t count;
    const struct message_row *row;

    while (i >= count && (row = messages_at(count))) {
        OWNED(memory) char *clean = complaint_clean(row->pattern, 1);
        struct pattern desc = {.row = row, .text = pattern_lower(clean, strlen(clean))};

        for (const char *at = desc.text; *at; at++)
            desc.literals += *at != '*' && *at != '%';
        desc.start = memory_copy_part(desc.text, strcspn(desc.text, "*%"));
        *MEMORY_ADD(list, count) = desc;
    }
    return i < count ? &list[i] : NULL;
}

enum level { INFO, OTHER, EXCEPTION, WARN };

/* 1 if the line has an exception's name: "ImportError:". */
static int names_exception(const char *line, const char *end)
{
    const char *at = strstr(line, end);

    return at && at > line && isalpha((unsigned char)at[-1]);
}

/* How much a line is worth. `after_last_error`: NCCL's last warning, as PyTorch repeats it. */
static enum level level_of(const char *line, int after_last_error)
{
    if (after_last_error || strstr(line, "NCCL WARN"))
        return WARN;
    if (strstr(line, "NCCL INFO") || strstr(line, "NCCL TRACE"))
        return INFO;
    return names_exception(line, "Error:") || names_exception(line, "Exception:") ? EXCEPTION
                                                                                  : OTHER;
}

/* What was asked for, so that NCCL's lines about the choice matter: bits of these. */
enum { ASKED_PLUGIN = 1, ASKED_NETWORK = 2 };

static int counts(int kind, enum level level, int asked)
{
    return kind == ASKED       ? asked & ASKED_PLUGIN
           : kind == ASKED_NET ? asked & ASKED_NETWORK
                               : level != INFO;
}

static int worth(int kind, enum level level)
{
    return (kind == BARE ? 0 : kind == OTHERS ? 5 : kind == EFFECT ? 10 : 20) + (int)level;
}

/* The pattern of a clean line in lower case that tells most; `level` and `asked` say which rows
 * count. */
static const struct pattern *pattern_of(const char *line, enum level level, int asked,
                                        const struct message_row *without)
{
    const struct pattern *pattern, *best = NULL;

    for (size_t i = 0; (pattern = pattern_at(i)); i++) {
        const struct message_row *row = pattern->row;
        int more = best ? worth(row->kind, level) - worth(best->row->kind, level) : 1;

        if (pattern->is_there && row != without && counts(row->kind, level, asked) && more >= 0 &&
            (more > 0 || pattern->literals > best->literals) && pattern_search(line, pattern->text))
            best = pattern;
    }
    return best;
}

static int what_is_asked(const char *text)
{
    int lines = 0, asked = 0;

    if (strstr(text, "NCCL_NET_PLUGIN set by") || strstr(text, "NCCL_NET_PLUGIN=") ||
        strstr(text, "Plugin name set by env")) /* the last up to 2.21 */
        asked |= ASKED_PLUGIN;
    if (strstr(text, "NCCL_NET set by") || strstr(text, "NCCL_NET="))
        asked |= ASKED_NETWORK;
    for (const char *at = text; lines < 2 && (at = strstr(at, "NCCL ")); at++)
        lines += strncmp(at, "NCCL INFO", 9) == 0 || strncmp(at, "NCCL WARN", 9) == 0;
    return lines < 2 ? ASKED_PLUGIN | ASKED_NETWORK : asked; /* one line: it was chosen */
}

/* Reads one clean line; `small`: in lower case. A row wins where it tells as much as the rest. */
static struct message_found read_line(const char *line, const char *small, enum level level,
                                      int asked, const struct message_row *without)
{
    struct message_found found = {0};
    const struct pattern *pattern = pattern_of(small, level, asked, without);
    int best = -1;

    if (pattern) {
        found = (struct message_found){1, pattern->row->kind, .row = pattern->row};
        best = worth(found.kind, level);
    }
    struct complaint complaint;
    if (complaint_read(&complaint, line)) {
        if (pattern) /* the row says what it means, the complaint which library it is about */
            found.complaint = complaint;
        struct answer answer = answer_judge(&complaint, line);

        if (counts(answer.kind, level, asked) && worth(answer.kind, level) > best) {
            found = (struct message_found){1, answer.kind, .complaint = complaint};
            best = worth(found.kind, level);
        }
    }
    const struct error_row *error = level == INFO ? NULL : errors_find(line);
    int is_told = found.complaint.is_sentence && error;
    if (error && worth(classes_rows[error->class_of].kind, level) > best - is_told)
        found = (struct message_found){1, classes_rows[error->class_of].kind, .error = error};
    return found;
}

struct message_found messages_find(const char *text, const struct message_row *without)
{
    OWNED(memory) char *lines = complaint_clean(text, 0);
    OWNED(memory) char *small = pattern_lower(lines, strlen(lines));
    struct message_found found = {0};
    struct pattern *pattern;
    int asked = what_is_asked(text), best = -1, after_last_error = 0;
    const char *original = text;
    size_t number = 0;

    for (size_t i = 0; (pattern = pattern_at(i)); i++)
        pattern->is_there = strstr(small, pattern->start) != NULL;
    for (char *line = lines, *end; *line; line = end + 1) {
        end = strchrnul(line, '\n');
        int is_last = !*end;
        *end = small[end - lines] = '\0';
        size_t length = strcspn(original, "\n");
        enum level level = level_of(line, after_last_error);
        struct message_found here = read_line(line, small + (line - lines), level, asked, without);
        int value = here.is_known ? worth(here.kind, level) : -1;

        number++;
        if (value > best || (value == best && here.is_known && level != WARN)) {
            best = value;
            found = here;
            found.line = original;
            found.length = length;
            found.number = number;
        }
        after_last_error = strstr(line, "Last error:") && !strstr(line, "Last error: ");
        original += length + (original[length] == '\n');
        if (is_last)
            break;
    }
    return found;
}

/* The class of an error code; or the one that a row names in place of findings; NULL: neither. */
static const struct class_row *class_of(const struct message_found *found)
{
    if (found->error)
        return &classes_rows[found->error->class_of];
    for (int i = 0; found->row && i <= CLASS_PROGRAM; i++)
        if (strcmp(classes_rows[i].word, found->row->ids) == 0)
            return &classes_rows[i];
    return NULL;
}

struct message_answer message_answer(const struct message_found *found)
{
    const struct class_row *of = class_of(found);

    if (of)
        return (struct message_answer){
            .means = memory_copy(found->row && found->row->means ? found->row->means : of->means),
            .help = memory_copy(of->help),
            .otherwise = memory_copy(of->otherwise),
            .ids = memory_copy(of->ids),
            .word = of->word};
    if (found->row)
        return (struct message_answer){.means = memory_copy(found->row->means),
                                       .ids = memory_copy(found->row->ids),
                                       .owner = owner_of(&found->complaint)};
    OWNED(memory) char *line = memory_copy_part(found->line, found->length);
    struct answer answer = answer_compose(&found->complaint, line);
    return (struct message_answer){.means = answer.means,
                                   .help = answer.help,
                                   .ids = memory_copy(answer.ids),
                                   .word = *answer.ids ? NULL : answer.word,
                                   .owner = answer.owner};
}

void message_answer_free(struct message_answer *answer)
{
    free(answer->means);
    free(answer->help);
    free(answer->otherwise);
    free(answer->ids);
}

const char *message_first(const struct message_found *found, char word[16])
{
    struct message_answer answer = message_answer(found);

    if (*answer.ids)
        snprintf(word, 16, "%.5s", answer.ids);
    else
        snprintf(word, 16, "%s", answer.word);
    message_answer_free(&answer);
    return word;
}
