/* Shows what `find` found: the two answers, then every other place in the search's order.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/verbs/find/print.h"
#include "tool/command/look_as.h"
#include "tool/findings/show.h"
#include "tool/verbs/find/places.h"

static void row_of_answer(const struct find_view *view, const char *who,
                          const struct candidate *look, const struct proof *proof)
{
    if (look && look->path)
        find_row(view, who, who, look, look->place, look->outcome, proof);
    else if (view->table->json)
        json_string(view->table->json, who, NULL);
    else
        find_row(view, who, who, &(struct candidate){0}, NULL, "nothing", NULL);
}

void find_both(const struct find_view *view, const struct proof *linker, const struct proof *taken)
{
    if (!view->table->json)
        fprintf(view->table->to, "%-10s ", view->answer->library->name);
    row_of_answer(view, "ld.so", &view->answer->linker, linker);
    if (!view->table->json)
        fprintf(view->table->to, "%11s", "");
    row_of_answer(view, "lazynccl", answer_taken(view->answer), taken);
}

static void show_result(const struct find_view *view, const struct result *result)
{
    struct json *json = view->table->json;

    if (json) {
        json_begin(json, NULL, '{');
        json_string(json, "library", view->answer->library->name);
    }
    find_both(view, result->proved ? &result->linker : NULL,
              result->proved ? &result->taken : NULL);
    if (!json) {
        find_places(view);
        return;
    }
    json_begin(json, "places", '[');
    for (int i = 0; i < view->answer->count; i++)
        find_row(view, NULL, "", &view->answer->looks[i], NULL, NULL, NULL);
    json_end(json, ']');
    json_end(json, '}');
}

void find_print(const struct examination *at, const struct result *results, int count,
                struct table *table)
{
    look_as_begin("find", at, table);
    table_begin(table, "libraries");
    for (int r = 0; r < count; r++)
        show_result(&(struct find_view){table, at, &results[r].answer}, &results[r]);
    table_end(table);
    findings_end(table, at->findings, at->machine, NULL);
}
