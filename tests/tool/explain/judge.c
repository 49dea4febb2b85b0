/* usage: judge TITLE RIGHT QUIET FILE...: how well messages_find() explains the cases in the files;
 * 1 if fewer than RIGHT percent of those in scope are right, or fewer than QUIET percent of the
 * others are quiet. judge without FILE...: 1 if the table has a pattern without which all results
 * stay the same. judge twins: 1 if a row matches a healthy text that is similar to its own.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A case is a line "== WANT ADDRESS", followed by the output of a program. WANT says what a right
 * answer is:
 * - a finding's ID: the first finding of the answer
 * - code: the meaning of an error code
 * - other: a loader's complaint about a library that is not NVIDIA's
 * - quiet: none. The text is out of scope: it has no ID, no complaint of a loader or linker, no
 *   error code of a library with a stub, and no line of NCCL's log that names a finding's cause. */
#include "tool/explain/errors.h"
#include "tool/explain/messages.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct example {
    char want[16], address[120], *text;
} examples[2000];
static size_t count;

static void read_cases(const char *path)
{
    static char line[100000];
    FILE *file = fopen(path, "r");

    if (!file) {
        perror(path);
        exit(2);
    }
    while (fgets(line, sizeof line, file)) {
        struct example *now = count ? &examples[count - 1] : NULL;

        if (strncmp(line, "== ", 3) == 0 &&
            sscanf(line, "== %15s %119[^\n]", examples[count].want, examples[count].address) == 2) {
            examples[count++].text = calloc(1, 1);
            continue;
        }
        now->text = realloc(now->text, strlen(now->text) + strlen(line) + 1);
        strcat(now->text, line);
    }
    fclose(file);
}

/* Returns 1 if an answer is the meaning of an error code: of one that its line has, or of any. */
static int is_code(const struct message *found)
{
    char *line = strndup(found->line, found->length);
    int has_code = errors_find(line, 1) && found->answer >= answer_classes &&
                   found->answer < answer_classes + CLASS_COUNT;

    free(line);
    for (size_t i = 0; !has_code && i < errors_row_count; i++)
        has_code = found->answer == &answer_classes[errors_rows[i].class_of];
    return has_code;
}

/* Returns 1 if an answer is about a loader's complaint, and names no finding as its cause. */
static int is_other(const struct message *found)
{
    const int loaders = COMPLAINT_NOT_FOUND | COMPLAINT_DENIED | COMPLAINT_BROKEN |
                        COMPLAINT_SYMBOL | COMPLAINT_VERSION | COMPLAINT_UNVERSIONED |
                        COMPLAINT_TLS | COMPLAINT_STACK | COMPLAINT_UNMAPPED | COMPLAINT_LINK |
                        COMPLAINT_REFERENCE | COMPLAINT_OPENED;

    return found->answer->word && ((int)found->complaint.kind & loaders);
}

/* Returns 1 if the answer is the one that is wanted; writes which it is. */
static int is_right(const struct example *example, const char *without, char text[40])
{
    const struct message found = messages_find(example->text, without);
    const struct answer *answer = found.answer;

    snprintf(text, 40, "quiet");
    if (!answer)
        return strcmp(example->want, "quiet") == 0;
    snprintf(text, 40, "%s %.5s", answer->word ? answer->word : "", answer->ids);
    if (strcmp(example->want, "code") == 0)
        return is_code(&found);
    if (strcmp(example->want, "other") == 0)
        return is_other(&found);
    return strncmp(answer->ids, example->want, 5) == 0;
}

/* Returns 1 if the score reaches two limits, in percent. */
static int score(const char *title, size_t limit, size_t quiet_limit)
{
    size_t right = 0, scope = 0, quiet = 0;
    int is_kept_aside = strcmp(title, "kept aside") == 0;
    char got[40];

    for (size_t i = 0; i < count; i++) {
        int is_quiet = strcmp(examples[i].want, "quiet") == 0;
        int is_good = is_right(&examples[i], NULL, got);

        scope += !is_quiet;
        right += is_good && !is_quiet;
        quiet += is_good && is_quiet;
        if (!is_good && !is_kept_aside)
            printf("%s: %s, not %s\n", examples[i].address, got, examples[i].want);
    }
    printf("score: %s: %zu of %zu in scope are right, %zu of %zu others are quiet\n", title, right,
           scope, quiet, count - scope);
    return right * 100 >= scope * limit && quiet * 100 >= (count - scope) * quiet_limit;
}

/* Returns 1 if a case has another answer without the pattern. */
static int needed(const char *pattern)
{
    char with[40], less[40];

    for (size_t i = 0; i < count; i++) {
        is_right(&examples[i], NULL, with);
        is_right(&examples[i], pattern, less);
        if (strcmp(with, less) != 0)
            return 1;
    }
    return 0;
}

/* What a pattern looks for, as a line has it: `word` for '*', "info" for "warn". To be freed. */
static char *line_of(const char *pattern, const char *before, const char *word)
{
    char *text, *warn;
    size_t size;
    FILE *to = open_memstream(&text, &size);

    fputs(before, to);
    for (const char *at = pattern; *at && *at != '|'; at++)
        *at == '*' ? fputs(word, to) : fputc(*at, to);
    fputc('\n', to);
    fclose(to);
    while (*before && (warn = strstr(text, "nccl warn")))
        memcpy(warn + 5, "info", 4);
    return text;
}

/* 1 if a pattern is quiet where NCCL reports such a line without a warning. */
static int is_quiet(const char *pattern)
{
    static const char others[] = "node:1:2 [0] NCCL INFO Using network Socket\n";
    char *info = line_of(pattern, "node:1:2 [0] NCCL INFO ", "x");
    char *healthy = malloc(strlen(info) + sizeof others);

    strcat(strcpy(healthy, others), info);
    int quiet = !messages_find(healthy, NULL).answer;
    free(info), free(healthy);
    return quiet;
}

/* Calls `passes` for each pattern of the table. Returns how many fail. */
static size_t check_patterns(int (*passes)(const char *pattern), const char *title)
{
    size_t rows = 0, patterns = 0, failed = 0;

    for (const struct message_row *row; (row = &rows_of_messages[rows])->patterns; rows++)
        for (const char *at = row->patterns; *at; at += strspn(at, "|"), patterns++) {
            if (!passes(at)) {
                printf("%s: %.*s\n", title, (int)strcspn(at, "|"), at);
                failed++;
            }
            at += strcspn(at, "|");
        }
    printf("score: %zu patterns in %zu rows, %zu: %s\n", patterns, rows, failed, title);
    return failed;
}

int main(int argc, char **argv)
{
    int is_without = argc >= 3 && strcmp(argv[1], "without") == 0;

    if (argc == 2 && strcmp(argv[1], "twins") == 0)
        return check_patterns(is_quiet, "answers to its healthy twin") != 0;
    if (!is_without && argc < 5)
        return 2;
    for (int i = is_without ? 2 : 4; i < argc; i++)
        read_cases(argv[i]);
    if (is_without)
        return check_patterns(needed, "no case misses it") != 0;
    return !score(argv[1], strtoul(argv[2], NULL, 10), strtoul(argv[3], NULL, 10));
}
