/* Finds the line of a text that tells most.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/findings/messages.h"
#include "tool/machine/nvidia.h"
#include "tool/text/memory.h"
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

/* In lower case, as lines and patterns are compared. To be freed. */
static char *lower(const char *text, size_t length)
{
    char *copy = memory_copy_part(text, length);

    for (char *at = copy; *at; at++)
        *at = (char)tolower((unsigned char)*at);
    return copy;
}

/* A row as it is looked for. */
struct pattern {
    const struct message_row *row;
    char *text;
    size_t literals; /* how many characters it wants to the letter */
};

static const struct pattern *pattern_at(size_t i)
{
    static struct pattern *list;
    static size_t count;
    const struct message_row *row;

    for (; !list || (row = messages_at(count));) {
        struct pattern pattern = {.row = messages_at(count)};

        pattern.text = lower(pattern.row->pattern, strlen(pattern.row->pattern));
        for (const char *at = pattern.text; *at; at++)
            pattern.literals += *at != '*' && *at != '%';
        *MEMORY_ADD(list, count) = pattern;
    }
    return i < count ? &list[i] : NULL;
}

static size_t name_length(const char *text)
{
    size_t length = 0;

    while (isalnum((unsigned char)text[length]) || (text[length] && strchr("._-+", text[length])))
        length++;
    return length;
}

/* Where the text has the pattern; NULL: nowhere. */
static const char *search(const char *text, const char *pattern);

static int matches_here(const char *text, const char *pattern)
{
    for (; *pattern; pattern++, text++) {
        if (*pattern == '*')
            return search(text, pattern + 1) != NULL;
        if (*pattern == '%') {
            for (size_t length = name_length(text) + 1; length-- > 0;)
                if (matches_here(text + length, pattern + 1))
                    return 1;
            return 0;
        }
        if (*text != *pattern)
            return 0;
    }
    return 1;
}

static const char *search(const char *text, const char *pattern)
{
    char start[100];
    size_t length = strcspn(pattern, "*%");

    snprintf(start, sizeof start, "%.*s", (int)length, pattern);
    while ((text = strstr(text, start)) && !matches_here(text, pattern))
        text++;
    return text;
}

/* 1 if the name of a library that begins here is NVIDIA's, or its driver's. */
static int is_nvidias(const char *text)
{
    struct nvidia vendor;
    char *name = memory_copy_part(text, name_length(text));
    int is = strstr(name, ".so") && nvidia_of(name, &vendor);

    free(name);
    return is;
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

/* What somebody asked for, so that NCCL's lines about the choice matter: bits of these. */
enum { ASKED_PLUGIN = 1, ASKED_NETWORK = 2 };

static int counts(const struct message_row *row, enum level level, int asked)
{
    return row->kind == MESSAGE_ASKED       ? asked & ASKED_PLUGIN
           : row->kind == MESSAGE_ASKED_NET ? asked & ASKED_NETWORK
                                            : level != INFO;
}

/* The longest pattern that a line has, and where its name stands; `small`: the line in lower case;
 * `level` and `asked` say which rows count. */
static const struct pattern *pattern_of(const char *line, const char *small, enum level level,
                                        int asked, const struct message_row *without, size_t *name)
{
    const struct pattern *pattern, *best = NULL;

    for (size_t i = 0; (pattern = pattern_at(i)); i++) {
        const struct message_row *row = pattern->row;

        if (row == without || !counts(row, level, asked) ||
            (best && pattern->literals <= best->literals))
            continue;
        const char *at = search(small, pattern->text);
        while (at && row->kind == MESSAGE_NVIDIA && !is_nvidias(line + (at - small)))
            at = search(at + 1, pattern->text);
        if (at) {
            best = pattern;
            *name = (size_t)(at - small);
        }
    }
    return best;
}

static int worth(const struct message_row *row, enum level level)
{
    static const int of_kind[] = {
        [MESSAGE_CAUSE] = 20, [MESSAGE_EFFECT] = 10,    [MESSAGE_BARE] = 0,
        [MESSAGE_ASKED] = 20, [MESSAGE_ASKED_NET] = 20, [MESSAGE_NVIDIA] = 20};

    return of_kind[row->kind] + (int)level;
}

static int what_is_asked(const char *text)
{
    int lines = 0, asked = 0;

    if (strstr(text, "NCCL_NET_PLUGIN set by") || strstr(text, "NCCL_NET_PLUGIN="))
        asked |= ASKED_PLUGIN;
    if (strstr(text, "NCCL_NET set by") || strstr(text, "NCCL_NET="))
        asked |= ASKED_NETWORK;
    for (const char *at = text; lines < 2 && (at = strstr(at, "NCCL ")); at++)
        lines += strncmp(at, "NCCL INFO", 9) == 0 || strncmp(at, "NCCL WARN", 9) == 0;
    return lines < 2 ? ASKED_PLUGIN | ASKED_NETWORK : asked; /* one line: somebody chose it */
}

struct message_found messages_find(const char *text, const struct message_row *without)
{
    struct message_found found = {0};
    int asked = what_is_asked(text), best = -1, after_last_error = 0;
    size_t number = 0;

    for (const char *end; *text; text = end + (*end == '\n')) {
        end = strchrnul(text, '\n');
        size_t length = (size_t)(end - text);
        OWNED(memory) char *line = memory_copy_part(text, length), *small = lower(text, length);
        size_t name = 0;
        enum level level = level_of(line, after_last_error);
        const struct pattern *pattern = pattern_of(line, small, level, asked, without, &name);
        int value = pattern ? worth(pattern->row, level) : -1;

        number++;
        if (value > best || (value == best && pattern && level != WARN)) {
            best = value;
            found = (struct message_found){pattern->row, text, length, number, text + name};
        }
        after_last_error = strstr(line, "Last error:") && !strstr(line, "Last error: ");
    }
    return found;
}

struct message_symbol message_symbol(const struct message_found *found)
{
    static const char *const before[] = {"undefined symbol: ", "dynamic symbol "};
    struct message_symbol symbol = {0};

    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        const char *at = memmem(found->line, found->length, before[i], strlen(before[i]));
        const char *name = at ? at + strlen(before[i]) : NULL;

        if (name)
            snprintf(symbol.name, sizeof symbol.name, "%.*s", (int)name_length(name), name);
    }
    for (int l = 0; *symbol.name && l < lazynccl_libraries_count; l++) {
        const struct lazynccl_description *is = lazynccl_libraries[l]->description;
        int index = lazynccl_symbol_index(is, symbol.name);

        if (index < 0)
            continue;
        symbol.library = lazynccl_libraries[l]->root->description;
        symbol.added = lazynccl_added_in(is, index);
        symbol.removed = lazynccl_removed_in(is, index);
        symbol.always = !is->suffixed && !symbol.removed && symbol.added == is->added->version;
    }
    return symbol;
}

char *message_means(const struct message_found *found)
{
    const char *means = found->row->means, *name = strstr(means, "%s");

    return name ? memory_print("%.*s%.*s%s", (int)(name - means), means,
                               (int)name_length(found->name), found->name, name + 2)
                : memory_copy(means);
}

const char *message_first(const struct message_found *found, char id[8])
{
    snprintf(id, 8, "%.5s", message_symbol(found).always ? "LN704" : found->row->ids);
    return id;
}
