/* Shows the other places of a search: those with files in columns, the others together.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/files/elf_cache.h"
#include "tool/text/safe.h"
#include "tool/verbs/find/print.h"
#include <string.h>

#define WIDTH 96
#define INDENT 11

/* Places that have no file of their own share a line: "env unset · loaded no". */
struct line {
    const struct find_view *view;
    int column;
};

static void line_end(struct line *line)
{
    if (line->column)
        fputc('\n', line->view->table->to);
    line->column = 0;
}

static void line_add(struct line *line, const char *place, const char *what)
{
    const struct table *table = line->view->table;
    int width = safe_columns(place) + 1 + safe_columns(what);

    if (line->column && line->column + 3 + width > WIDTH)
        line_end(line);
    fprintf(table->to, line->column ? " · " : "%*s", INDENT, "");
    line->column += (line->column ? 3 : INDENT) + width;
    table_row(line->view->table, NULL, "{place} {what~}", CELL("place", place), CELL("what", what));
}

int find_place_is_idle(const struct candidate *look)
{
    static const char *const people_set[] = {"api", "env", "conda"};

    for (size_t i = 0; i < sizeof people_set / sizeof *people_set; i++)
        if (strcmp(look->place, people_set[i]) == 0 && look->verdict != VERDICT_UNSET)
            return 0;
    return look->verdict == VERDICT_NONE || look->verdict == VERDICT_UNSET;
}

/* Says that a file is one of the two answers under another name; NULL: it is not. */
static const char *again(const struct answer *answer, const struct candidate *look)
{
    const struct candidate *mine = answer_taken(answer);

    if (mine && elf_cache_same_file(look->path, mine->path))
        return "the same file as lazynccl's";
    if (answer->linker.path && elf_cache_same_file(look->path, answer->linker.path))
        return "the same file as ld.so's";
    return NULL;
}

static const char *outcome_of(const struct candidate *look)
{
    return look->verdict == VERDICT_USABLE && !*look->outcome ? "comes later" : look->outcome;
}

/* 1 if it is the file that is taken, or its place offered it before. */
static int is_repeated(const struct answer *answer, int first, int i)
{
    const struct candidate *look = &answer->looks[i];

    for (int k = first; look->path && k < i; k++)
        if (answer->looks[k].path && elf_cache_same_file(answer->looks[k].path, look->path))
            return 1;
    return look == answer_taken(answer);
}

/* One place's looks, from `first` up to, not including, `end`. */
static void print_place(struct line *line, const struct answer *answer, int first, int end)
{
    const char *word = "unset";
    int told = 0;

    for (int i = first; i < end; i++) {
        const struct candidate *look = &answer->looks[i];

        if (find_place_is_idle(look)) {
            word = look->verdict == VERDICT_UNSET ? word : "no";
            continue;
        }
        told = 1;
        if (is_repeated(answer, first, i))
            continue;
        if (!look->path) {
            line_add(line, look->place, look->outcome);
        } else if (again(answer, look)) {
            line_add(line, look->place, again(answer, look));
        } else {
            line_end(line);
            fprintf(line->view->table->to, "%*s", INDENT, "");
            find_row(line->view, NULL, look->place, look, NULL, outcome_of(look), NULL);
        }
    }
    /* the command does not know what a program sets or has opened itself */
    if (!told && strcmp(answer->looks[first].place, "api") != 0 &&
        strcmp(answer->looks[first].place, "partner") != 0)
        line_add(line, answer->looks[first].place, word);
}

static void print_briefly(const struct find_view *view)
{
    const struct answer *answer = view->answer;
    struct line line = {view, 0};

    for (int first = 0, end; first < answer->count; first = end) {
        for (end = first + 1; end < answer->count; end++)
            if (strcmp(answer->looks[end].place, answer->looks[first].place) != 0)
                break;
        print_place(&line, answer, first, end);
    }
    line_end(&line);
}

static void print_each(const struct find_view *view)
{
    for (int i = 0; i < view->answer->count; i++) {
        const struct candidate *look = &view->answer->looks[i];

        if (look == answer_taken(view->answer))
            continue;
        fprintf(view->table->to, "%*s", INDENT, "");
        find_row(view, NULL, look->place, look, NULL, outcome_of(look), NULL);
    }
}

void find_places(const struct find_view *view)
{
    (view->table->style->more ? print_each : print_briefly)(view);
}
