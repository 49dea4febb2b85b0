/* Finds the line of a text that says most about a cause.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/message.h"
#include "common/text/memory.h"
#include "common/text/strings.h"
#include "tool/explain/errors.h"
#include "tool/explain/wording.h"
#include <ctype.h>

char *message_clean(const char *text)
{
    static const char dropped[] =
        "\xe2\x80\x98|\xe2\x80\x99|\xe2\x80\x9c|\xe2\x80\x9d|&#39;|&quot;|\\'|\\\"|'|\"|`|*";
    static const char blanks[] = "%20|\\n|\\t|\t|\r| |\xc2\xa0|\xe2\x80\xaf";
    char *clean = memory_copy(text), *to = clean;
    size_t length;

    while (*text) {
        if ((length = strings_length_of_first(dropped, text))) {
            text += length;
        } else if ((length = strings_length_of_first(blanks, text))) {
            text += length;
            if (to == clean || to[-1] != ' ')
                *to++ = ' ';
        } else {
            *to++ = *text++;
        }
    }
    *to = '\0';
    return clean;
}

enum level { INFO, OTHER, WARN };

/* What affects the weight of a line. */
struct context {
    enum level level;
    int asks_plugin;  /* 1: NCCL's lines about the choice of a plugin count */
    int asks_network; /* 1: NCCL's lines about the choice of a network count */
    int is_amds;      /* 1: the text is from AMD's RCCL or HIP, which use NCCL's and CUDA's words */
};

static enum level level_of(const char *line)
{
    if (strstr(line, "NCCL WARN") || strstr(line, "Last NCCL warning(error)"))
        return WARN;
    return strings_contain_any(line, "NCCL INFO |NCCL TRACE") ? INFO : OTHER;
}

/* Returns how much a line with such an answer says about the cause; 0: it does not count. The level
 * decides only between lines whose answers have one rank. */
static int weight(const struct context *context, enum answer_rank rank)
{
    static const int by_rank[] = {
        [CAUSE] = 21, [EFFECT] = 11, [BARE] = 1, [ASKED] = 21, [ASKED_NET] = 21, [OTHERS] = 6};
    int counts = rank == ASKED       ? context->asks_plugin
                 : rank == ASKED_NET ? context->asks_network
                                     : context->level != INFO;

    return counts ? by_rank[rank] + (int)context->level : 0;
}

/* Keeps a reading of the line if it says more about the cause than the one before. */
static void offer(struct message *found, const struct context *context, const struct answer *answer,
                  const struct complaint *complaint)
{
    int before = found->is_known ? weight(context, found->answer.rank) : 0;

    if (weight(context, answer->rank) <= before)
        return;
    *found = (struct message){.is_known = 1, .answer = *answer, .complaint = *complaint};
    found->owner = owner_of(complaint);
}

/* Reads a line by its wording. Of patterns of equal rank, the longest one decides. */
static void read_wording(struct message *found, const struct context *context,
                         const struct clean_line *line)
{
    size_t longest = 0, length;

    for (const struct wording *row = wordings; row->patterns; row++) {
        int value = weight(context, row->answer.rank);
        int best = found->is_known ? weight(context, found->answer.rank) : 0;

        if (!value || value < best ||
            !(length = grammar_matches(&(struct complaint){0}, line, row->patterns)) ||
            (value == best && length <= longest))
            continue;
        *found = (struct message){.is_known = 1, .answer = row->answer};
        longest = length;
    }
}

/* Examines one clean line. */
static struct message read_line(const struct clean_line *line, const struct context *context)
{
    struct message found = {0};
    struct complaint complaint;
    struct answer answer;

    if (context->is_amds && context->level == WARN)
        return found;
    if (grammar_read(&complaint, line)) {
        const struct owner owner = owner_of(&complaint);

        answer = answer_to(&complaint, &owner);
        offer(&found, context, &answer, &complaint);
    }
    if (!found.is_known || found.answer.rank != ASKED) /* else a plugin's file is the cause */
        read_wording(&found, context, line);
    int is_cause = found.is_known && found.answer.rank == CAUSE;
    const char *mark = strstr(line->text, "NCCL WARN "); /* this "NCCL" names no error */
    if (!is_cause && context->level != INFO &&
        errors_read(&complaint, &answer, mark ? mark + strlen("NCCL WARN ") : line->text))
        offer(&found, context, &answer, &complaint);
    return found;
}

static struct context context_of(const char *text)
{
    const char *first = strstr(text, " NCCL ");
    int is_alone = !first || !strstr(first + 1, " NCCL "); /* the user picked that line */

    return (struct context){
        .is_amds = strings_contain_any(text, "RCCL version|/rccl/|hipify|libhip"),
        .asks_plugin =
            is_alone || strings_contain_any(text, "NCCL_NET_PLUGIN set by|"
                                                  "NCCL_NET_PLUGIN=|"
                                                  "Plugin name set by env"), /* NCCL to 2.21 */
        .asks_network = is_alone || strings_contain_any(text, "NCCL_NET set by|NCCL_NET=")};
}

/* Returns a copy of some lines in lower case, each ended by a NUL. */
static char *small_lines(const char *lines)
{
    char *small = memory_copy(lines);

    for (char *at = small; *at; at++)
        *at = *at == '\n' ? '\0' : (char)tolower((unsigned char)*at);
    return small;
}

struct message message_find(const char *text)
{
    OWNED(memory) char *lines = message_clean(text);
    OWNED(memory) char *small = small_lines(lines);
    struct context context = context_of(text);
    struct message found = {0};
    int best = 0;
    size_t number = 0, length;
    char *rest = lines, *line;

    for (; (line = strsep(&rest, "\n")); text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        number++;
        context.level = level_of(line);
        struct message here =
            read_line(&(struct clean_line){line, small + (line - lines)}, &context);
        int value = here.is_known ? weight(&context, here.answer.rank) : 0;

        if (value > best || (value && value == best && context.level != WARN)) {
            best = value;
            found = here;
            found.line = text;
            found.length = length;
            found.number = number;
        }
    }
    return found;
}
