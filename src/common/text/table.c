/* Writes rows as lines in columns, or as JSON.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/text/table.h"
#include "common/text/memory.h"
#include "common/text/safe.h"

#define COLUMNS 8
#define WIDEST 60 /* a wider cell puts only its own line out of order */

static void add_json(struct json *json, const char *key, const struct cell *cell)
{
    json_begin(json, key, '{');
    for (; cell->name; cell++)
        if (cell->kind == CELL_IS_TEXT)
            json_string(json, cell->name, cell->text);
        else if (cell->kind == CELL_IS_FLAG)
            json_bool(json, cell->name, cell->flag);
        else if (cell->kind == CELL_IS_LIST)
            json_strings(json, cell->name, cell->list);
    json_end(json, '}');
}

static const struct cell *named(const struct cell *cell, const char *name, size_t length)
{
    while (cell->name && (strncmp(cell->name, name, length) != 0 || cell->name[length]))
        cell++;
    return cell->name ? cell : (abort(), NULL); /* the layout names a cell that is not there */
}

/* 1 if no cell of a group is NULL. */
static int has_all(const char *group, const struct cell *cells)
{
    for (const char *at = group; *at != ']'; at++)
        if (*at == '{' && !named(cells, at + 1, strcspn(at + 1, "~!:}"))->text)
            return 0;
    return 1;
}

/* "{name~:20}"; returns its end. */
static const char *add_cell(const struct table *table, const char *at, const struct cell *cells)
{
    size_t length = strcspn(++at, "~!:}");
    const struct cell *cell = named(cells, at, length);
    const char *text = cell->text;
    char *path = at[length] == '~' && text ? style_path(table->style, text) : NULL;
    const char *width = strpbrk(at, ":}");

    const char *color = memchr(at, '!', strcspn(at, "}")) ? STYLE_CHOSEN : cell->color;
    char begin[16];

    text = path ? path : text ? text : "";
    if (color && *text)
        fputs(style_begin(table->style, color, begin), table->to);
    safe_print(table->to, text);
    if (color && *text)
        fputs(style_end(table->style), table->to);
    for (int pad = *width == ':' ? atoi(width + 1) - safe_columns(text) : 0; pad > 0; pad--)
        putc(' ', table->to);
    free(path);
    return strchr(at, '}');
}

static void add_line(const struct table *table, const char *layout, const struct cell *cells)
{
    for (const char *at = layout; *at; at++) {
        size_t length = strcspn(at, "[]{");

        fwrite(at, 1, length, table->to);
        at += length;
        if (*at == '{')
            at = add_cell(table, at, cells);
        else if (*at == '[' && !has_all(at, cells))
            at = strchr(at, ']');
        else if (!*at)
            return;
    }
}

void table_add(struct table *table, const char *key, const char *layout, const struct cell *cells)
{
    if (table->json) {
        add_json(table->json, key, cells);
    } else if (layout) {
        if (table->to == stdout && strchr(layout, '\t')) /* its columns wait for the other rows */
            table->to = memory_check(open_memstream(&table->lines, &table->size));
        struct table whole = *table;
        whole.to = table->to ? table->to : stdout;
        add_line(&whole, layout, cells);
    }
}

/* The columns that a cell of a line takes; -1: its last. */
static int cell_columns(const char *cell)
{
    size_t length = strcspn(cell, "\t\n");
    char *text = memory_copy_part(cell, length);
    int columns = cell[length] == '\t' ? safe_columns(text) : -1;

    free(text);
    return columns;
}

/* Prints lines with each tab as the blanks up to the next column, and without blanks at their ends.
 */
static void print_aligned(const char *lines, const int *widths)
{
    int column = 0, blanks = 0;
    const char *cell = lines;

    for (const char *at = lines; *at; at++) {
        if (*at == '\t') {
            int left = widths[column] - cell_columns(cell);

            blanks += left > 0 ? left : 0;
            column++;
        } else if (*at == ' ') {
            blanks++;
        } else {
            if (blanks && !(*at == '\n' && column))
                printf("%*s", blanks, "");
            putchar(*at);
            blanks = 0;
            column = *at == '\n' ? 0 : column;
        }
        if (*at == '\t' || *at == '\n')
            cell = at + 1;
    }
}

void table_begin(struct table *table, const char *key)
{
    if (table->json)
        json_begin(table->json, key, '[');
    else
        table->to = stdout;
}

void table_end(struct table *table)
{
    int widths[COLUMNS] = {0}, column = 0;

    if (table->json) {
        json_end(table->json, ']');
    } else if (table->to != stdout) {
        fclose(table->to);
        for (const char *cell = table->lines; *cell; cell += strcspn(cell, "\t\n") + 1) {
            int columns = cell_columns(cell);

            if (columns > widths[column] && columns <= WIDEST)
                widths[column] = columns;
            column = columns < 0 ? 0 : column + 1;
        }
        print_aligned(table->lines, widths);
        free(table->lines);
    }
    table->to = NULL;
}
