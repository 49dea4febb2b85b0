/* Rows that are shown in two ways: a line for people, or a JSON object.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 *     struct table table = {.style = &style, .json = request->json ? &json : NULL};
 *
 *     table_begin(&table, "variables");
 *     table_row(&table, NULL, "{name:20} {effect}[\n    = {value}   ({from~})]\n",
 *               CELL("name", row->name), CELL("value", value), CELL("from", where),
 *               CELL("effect", row->effect), CELL_FLAG("known", 1));
 *     table_end(&table);
 *
 * A program gets each cell as a member, in this order. People get the layout's text:
 * {name}     the cell, safe for a terminal
 * {name:20}  padded to 20 columns
 * {name~}    with a folder at its beginning written short, as the style says
 * {name!}    in bold, where colours are shown: what counts in the row; {name~!} does both
 * [...]      left out if one of the cells in it is NULL
 * a tab      ends a column that is as wide as its widest cell in all rows up to table_end() */
#pragma once

#include "common/text/json.h"
#include "common/text/style.h"

struct table {
    const struct style *style;
    struct json *json; /* NULL: for people */
    FILE *to;          /* people's lines until their columns are known; or standard output */
    char *lines;
    size_t size;
};

struct cell {
    const char *name;
    const char *text; /* NULL: null */
    enum { CELL_IS_TEXT, CELL_IS_FLAG, CELL_IS_LIST, CELL_IS_SHOWN } kind;
    int flag;
    const struct strings *list;
    const char *color; /* NULL: none, or bold by the layout's "!" */
};
#define CELL(name, text) ((struct cell){name, text, CELL_IS_TEXT, 0, NULL, NULL})
/* only to people */
#define CELL_SHOWN(name, text) ((struct cell){name, text, CELL_IS_SHOWN, 0, NULL, NULL})
#define CELL_COLORED(name, text, color)                                                            \
    ((struct cell){name, text, CELL_IS_SHOWN, 0, NULL, color}) /* shown, too */
#define CELL_FLAG(name, flag) ((struct cell){name, NULL, CELL_IS_FLAG, flag, NULL, NULL})
#define CELL_LIST(name, list) ((struct cell){name, NULL, CELL_IS_LIST, 0, list, NULL})

/* An array of rows with that key; people's lines with tabs wait for table_end(). */
void table_begin(struct table *, const char *key);
void table_end(struct table *);

/* A row: an object with that key, NULL in an array. `layout` NULL: not for people. */
#define table_row(table, key, layout, ...)                                                         \
    table_add(table, key, layout, (const struct cell[]){__VA_ARGS__, {0}})
void table_add(struct table *, const char *key, const char *layout, const struct cell *);
