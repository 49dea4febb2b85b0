/* usage: judge TITLE FILE...: how well messages_find() explains the cases in the files; 1: too
 * badly. judge without FILE...: 1 if the table has a pattern without which all results stay the
 * same. judge twins: 1 if a row matches a healthy text that is similar to its own.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A case is a line "== WANT ADDRESS", followed by the output of a program. WANT is the first
 * finding of the right explanation, or "quiet" if there must be none. */
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

/* 1 if the answer is the one that is wanted: by its first finding or its word; writes which it is.
 */
static int is_right(const struct example *example, const char *without, char text[40])
{
    const struct answer *answer = messages_find(example->text, without).answer;
    int right = !answer && strcmp(example->want, "quiet") == 0;

    snprintf(text, 40, "quiet");
    if (answer) {
        right = (answer->word && strcmp(answer->word, example->want) == 0) ||
                strncmp(answer->ids, example->want, 5) == 0;
        snprintf(text, 40, "%s %.5s", answer->word ? answer->word : "", answer->ids);
    }
    return right;
}

enum kind { IN_SCOPE, ELSEWHERE, HEALTHY };

/* The answers about what NVIDIA's libraries have no part in. */
static const char elsewhere[] = "memory program build peer not-here other tls files";

static enum kind kind_of(const struct example *example)
{
    return strcmp(example->want, "quiet") == 0                                         ? HEALTHY
           : strncmp(example->want, "LN8", 3) == 0 || strstr(elsewhere, example->want) ? ELSEWHERE
                                                                                       : IN_SCOPE;
}

/* Returns 1 if the score is good enough. */
static int score(const char *title)
{
    size_t right[3] = {0}, all[3] = {0}, wrong = 0;
    int is_kept_aside = strcmp(title, "kept aside") == 0;
    char got[40];

    for (size_t i = 0; i < count; i++) {
        enum kind kind = kind_of(&examples[i]);
        int is_good = is_right(&examples[i], NULL, got);

        all[kind]++;
        right[kind] += (size_t)is_good;
        wrong += !is_good && kind == ELSEWHERE && strcmp(got, "quiet") != 0;
        if (!is_good && !is_kept_aside)
            printf("%s: %s, not %s\n", examples[i].address, got, examples[i].want);
    }
    printf("score: %s: %zu of %zu in scope are right, %zu of %zu from elsewhere are named and %zu "
           "wrong, %zu of %zu healthy are quiet\n",
           title, right[IN_SCOPE], all[IN_SCOPE], right[ELSEWHERE], all[ELSEWHERE], wrong,
           right[HEALTHY], all[HEALTHY]);
    if (is_kept_aside) /* these show how others' texts fare */
        return right[IN_SCOPE] * 100 >= all[IN_SCOPE] * 90 && !wrong &&
               right[HEALTHY] * 100 >= all[HEALTHY] * 90;
    return right[IN_SCOPE] * 100 >= all[IN_SCOPE] * 95 && !wrong && right[HEALTHY] == all[HEALTHY];
}

/* 1 if a case is right only with the pattern. */
static int needed(const char *pattern)
{
    char with[40], less[40];

    for (size_t i = 0; i < count; i++)
        if (is_right(&examples[i], NULL, with) && !is_right(&examples[i], pattern, less))
            return 1;
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
    for (int i = 2; i < argc; i++)
        read_cases(argv[i]);
    if (argc == 2 && strcmp(argv[1], "twins") == 0)
        return check_patterns(is_quiet, "answers to its healthy twin") != 0;
    if (argc >= 3 && strcmp(argv[1], "without") == 0)
        return check_patterns(needed, "no case misses it") != 0;
    return argc < 3 || !score(argv[1]);
}
