/* usage: judge TITLE RIGHT QUIET FILE...: how well message_find() explains the cases in the files;
 * 1 if fewer than RIGHT percent of those in scope are right, or fewer than QUIET percent of the
 * others are quiet. judge cases FILE...: 1 if no case has a line with a pattern of the wordings.
 * judge twins: 1 if a wording is recognized in a healthy line that is similar to its own.
 *
 * A case is a line "== WANT ADDRESS", followed by the output of a program, or, if this is one line,
 * "= WANT ADDRESS | OUTPUT". WANT says what a right answer is:
 * - a finding's ID: the first finding of the answer
 * - code: the meaning of an error code
 * - other: a loader's complaint about a library that is not NVIDIA's
 * - quiet: none. The text is out of scope: it has no ID, no complaint of a loader or linker, no
 *   error code of a library with a stub, and no line of NCCL's log that names a finding's cause. */
#include "tool/explain/message.h"
#include "tool/explain/wording.h"
#include <ctype.h>
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
        struct example *next = &examples[count];
        char *output = line;
        int is_row = strncmp(line, "= ", 2) == 0;

        if ((is_row || strncmp(line, "== ", 3) == 0) &&
            sscanf(line + 2, is_row ? "%15s %119[^|]" : "%15s %119[^\n]", next->want,
                   next->address) == 2) {
            examples[count++].text = calloc(1, 1);
            output = is_row ? strchr(line, '|') + 2 : "";
        }
        struct example *now = &examples[count - 1];
        now->text = realloc(now->text, strlen(now->text) + strlen(output) + 1);
        strcat(now->text, output);
    }
    fclose(file);
}

/* Returns 1 if the answer is the one that is wanted; writes which it is. */
static int is_right(const struct example *example, char text[40])
{
    const struct message found = message_find(example->text);
    const struct answer *answer = &found.answer;
    int is_code = found.is_known && found.complaint.kind == COMPLAINT_CODE;

    snprintf(text, 40, "quiet");
    if (!found.is_known)
        return strcmp(example->want, "quiet") == 0;
    snprintf(text, 40, "%s %.5s", is_code ? "code" : answer->word ? answer->word : "", answer->ids);
    if (strcmp(example->want, "code") == 0)
        return is_code;
    return answer->word ? strcmp(answer->word, example->want) == 0
                        : strncmp(answer->ids, example->want, 5) == 0;
}

/* Returns 1 if the score reaches two limits, in percent. */
static int score(const char *title, size_t limit, size_t quiet_limit)
{
    size_t right = 0, scope = 0, quiet = 0;
    int is_kept_aside = strcmp(title, "kept aside") == 0;
    char got[40];

    for (size_t i = 0; i < count; i++) {
        int is_quiet = strcmp(examples[i].want, "quiet") == 0;
        int is_good = is_right(&examples[i], got);

        scope += !is_quiet;
        right += is_good && !is_quiet;
        quiet += is_good && is_quiet;
        if (!is_good && !is_kept_aside)
            printf("%s: %s, not %s: %.60s\n", examples[i].address, got, examples[i].want,
                   examples[i].text);
    }
    printf("score: %s: %zu of %zu in scope are right, %zu of %zu others are quiet\n", title, right,
           scope, quiet, count - scope);
    return right * 100 >= scope * limit && quiet * 100 >= (count - scope) * quiet_limit;
}

/* A pattern as one line has it: `word` for '*', "info" for "warn". To be freed. */
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
    int quiet = !message_find(healthy).is_known;
    free(info), free(healthy);
    return quiet;
}

/* 1 if a line of a case has the pattern. */
static int has_case(const char *pattern)
{
    char *alone = strndup(pattern, strcspn(pattern, "|"));
    int found = 0;

    for (size_t i = 0; !found && i < count; i++) {
        char *text = message_clean(examples[i].text), *small = strdup(text), *rest = text;

        for (char *at = small; *at; at++)
            *at = *at == '\n' ? '\0' : (char)tolower((unsigned char)*at);
        for (char *line; !found && (line = strsep(&rest, "\n"));)
            found = grammar_matches(&(struct complaint){0},
                                    &(struct clean_line){line, small + (line - text)}, alone) > 0;
        free(text), free(small);
    }
    free(alone);
    return found;
}

/* Calls `passes` for each pattern of the wordings. Returns how many fail. */
static size_t check_patterns(int (*passes)(const char *pattern), const char *title)
{
    size_t rows = 0, patterns = 0, failed = 0;

    for (const struct wording *row; (row = &wordings[rows])->patterns; rows++)
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
    int is_about_cases = argc > 2 && strcmp(argv[1], "cases") == 0;

    if (argc == 2 && strcmp(argv[1], "twins") == 0)
        return check_patterns(is_quiet, "answers to its healthy twin") != 0;
    if (!is_about_cases && argc < 5)
        return 2;
    for (int i = is_about_cases ? 2 : 4; i < argc; i++)
        read_cases(argv[i]);
    if (is_about_cases)
        return check_patterns(has_case, "no case has it") != 0;
    return !score(argv[1], strtoul(argv[2], NULL, 10), strtoul(argv[3], NULL, 10));
}
