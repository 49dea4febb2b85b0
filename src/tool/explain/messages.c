/* Finds the line of a text that tells most.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/messages.h"
#include "common/machine/nvidia.h"
#include "common/text/memory.h"
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
    size_t word;     /* where the first '%' is, or the "lib" before it */
    char *start;     /* those before the first '*' or '%' */
    int is_there;    /* 1: the text that is searched has the start somewhere */
};

static struct pattern *pattern_at(size_t i)
{
    static struct pattern *list;
    static size_t count;
    const struct message_row *row;

    while (i >= count && (row = messages_at(count))) {
        struct pattern desc = {.row = row,
                               .text = pattern_lower(row->pattern, strlen(row->pattern))};

        for (const char *at = desc.text; *at; at++)
            desc.literals += *at != '*' && *at != '%';
        desc.start = memory_copy_part(desc.text, strcspn(desc.text, "*%"));
        desc.word = strlen(desc.start);
        if (desc.word >= 3 && strcmp(desc.start + desc.word - 3, "lib") == 0)
            desc.word -= 3;
        *MEMORY_ADD(list, count) = desc;
    }
    return i < count ? &list[i] : NULL;
}

/* 1 if the word that begins here is the name of a library of NVIDIA's or its driver's, or of one of
 * its functions: these begin with the library's, in which they go on with a capital letter. */
static int is_nvidias(const char *word)
{
    struct nvidia vendor;
    size_t length = pattern_name_length(word), skipped = strspn(word, "_");
    OWNED(memory) char *soname = memory_copy_part(word, length);

    if (strstr(soname, ".so"))
        return nvidia_of(soname, &vendor);
    for (size_t end = skipped + 1; end <= length; end++) {
        OWNED(memory)
        char *library = memory_print("lib%.*s.so", (int)(end - skipped), word + skipped);

        if (!islower((unsigned char)word[end]) && nvidia_of(library, &vendor))
            return 1;
    }
    return 0;
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

static int counts(const struct message_row *row, enum level level, int asked)
{
    return row->kind == ASKED       ? asked & ASKED_PLUGIN
           : row->kind == ASKED_NET ? asked & ASKED_NETWORK
                                    : level != INFO;
}

static int worth(const struct message_row *row, enum level level)
{
    return (row->kind == BARE ? 0 : row->kind == EFFECT ? 10 : 20) + (int)level;
}

/* The pattern of a line that tells most, and its word; `small`: the line in lower case; `level` and
 * `asked` say which rows count. */
static const struct pattern *pattern_of(const char *line, const char *small, enum level level,
                                        int asked, const struct message_row *without, size_t *word)
{
    const struct pattern *pattern, *best = NULL;

    for (size_t i = 0; (pattern = pattern_at(i)); i++) {
        const struct message_row *row = pattern->row;
        int more = best ? worth(row, level) - worth(best->row, level) : 1;

        if (!pattern->is_there || row == without || !counts(row, level, asked) || more < 0 ||
            (more == 0 && pattern->literals <= best->literals))
            continue;
        const char *at = pattern_search(small, pattern->text);
        while (at && row->kind == OF_NVIDIA && !is_nvidias(line + (at - small) + pattern->word))
            at = pattern_search(at + 1, pattern->text);
        if (at) {
            best = pattern;
            *word = (size_t)(at - small) + pattern->word;
        }
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

struct message_found messages_find(const char *text, const struct message_row *without)
{
    OWNED(memory) char *lines = memory_copy(text), *small = pattern_lower(text, strlen(text));
    struct message_found found = {0};
    struct pattern *pattern;
    int asked = what_is_asked(text), best = -1, after_last_error = 0;
    size_t number = 0;

    for (size_t i = 0; (pattern = pattern_at(i)); i++)
        pattern->is_there = strstr(small, pattern->start) != NULL;
    for (char *line = lines, *end; *line; line = end + 1) {
        size_t at = (size_t)(line - lines), word = 0;

        end = strchrnul(line, '\n');
        int is_last = !*end;
        *end = small[end - lines] = '\0';
        enum level level = level_of(line, after_last_error);
        const struct pattern *desc = pattern_of(line, small + at, level, asked, without, &word);
        int value = desc ? worth(desc->row, level) : -1;

        number++;
        if (value > best || (value == best && desc && level != WARN)) {
            best = value;
            found = (struct message_found){desc->row, text + at, (size_t)(end - line), number,
                                           text + at + word};
        }
        after_last_error = strstr(line, "Last error:") && !strstr(line, "Last error: ");
        if (is_last)
            break;
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
            snprintf(symbol.name, sizeof symbol.name, "%.*s", (int)pattern_name_length(name), name);
    }
    for (int l = 0; *symbol.name && l < lazynccl_libraries_count; l++) {
        const struct lazynccl_description *desc = lazynccl_libraries[l]->description;
        int index = lazynccl_symbol_index(desc, symbol.name);

        if (index < 0)
            continue;
        symbol.library = lazynccl_libraries[l]->base->description;
        symbol.added = lazynccl_added_in(desc, index);
        symbol.removed = lazynccl_removed_in(desc, index);
        int oldest = !desc->suffixed && symbol.added == desc->added->version;
        symbol.always =
            oldest && !symbol.removed && !memmem(found->line, found->length, ", version lib", 13);
        symbol.added = oldest ? 0 : symbol.added; /* or before */
    }
    return symbol;
}

char *message_means(const struct message_found *found)
{
    const char *means = found->row->means, *name = strstr(means, "%s");
    struct message_symbol symbol = message_symbol(found);

    if (symbol.always)
        return memory_print("a module demands %s, and nothing has loaded the library that has it",
                            symbol.name);
    return name ? memory_print("%.*s%.*s%s", (int)(name - means), means,
                               (int)pattern_name_length(found->name), found->name, name + 2)
                : memory_copy(means);
}

const char *message_first(const struct message_found *found, char id[8])
{
    snprintf(id, 8, "%.5s", message_symbol(found).always ? "LN704" : found->row->ids);
    return id;
}
