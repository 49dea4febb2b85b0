/* Shows what `find` found: the two answers, then every other place in the search's order.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/verbs/find/print.h"
#include "search/view.h"
#include "tool/command/look_as.h"
#include "tool/findings/show.h"
#include "tool/text/memory.h"
#include <stdlib.h>
#include <string.h>

/* What people see of a path: only the folder, if the file has its usual name. To be freed. */
static char *folder_of(const struct find_view *view, const char *path)
{
    const char *name = strrchr(path, '/');
    int usual = 0;

    for (int i = 0; name && view->answer->library->sonames[i]; i++)
        usual |= strcmp(name + 1, view->answer->library->sonames[i]) == 0;
    return usual && !view->table->style->full_paths && name > path
               ? memory_copy_part(path, (size_t)(name - path))
               : memory_copy(path);
}

static char *proof_text(const struct find_view *view, const struct proof *proof)
{
    char version[LAZYNCCL_VERSION_TEXT];

    return !proof ? NULL
           : proof->failed
               ? memory_print("does not load: %s", proof->failed)
               : memory_print("loads as %s", lazynccl_version_text(view->answer->library,
                                                                   proof->version, version));
}

void find_row(const struct find_view *view, const char *key, const char *who,
              const struct candidate *look, const char *where, const char *said,
              const struct proof *proof)
{
    const struct lazynccl_description *is = view->answer->library;
    char text[LAZYNCCL_VERSION_TEXT], loaded[LAZYNCCL_VERSION_TEXT];
    const char *path = look->path ? machine_shown(view->at->machine, look->path) : NULL;
    const char *version = look->version ? lazynccl_version_text(is, look->version, text) : NULL;
    char *folder = path && !view->table->json ? folder_of(view, path) : NULL;
    char *proved = proof_text(view, proof);

    table_row(
        view->table, key,
        !path   ? "{who:9} {said~}\n"
        : where ? "{who:9} {shown}\t  {folder~}\t   {where}\t[   {said~}][   {proof}]\n"
                : "{who:9} {shown}\t  {folder~}\t[   {said~}]\n",
        CELL_SHOWN("who", who), CELL_SHOWN("shown", version ? version : "?"),
        CELL_SHOWN("folder", folder), CELL_SHOWN("where", where),
        CELL_SHOWN("said", said && *said ? said : NULL), CELL_SHOWN("proof", proved),
        CELL("place", look->place), CELL("path", path), CELL("version", version),
        CELL("outcome", look->outcome && *look->outcome ? look->outcome : NULL),
        CELL(proof ? "loaded_version" : NULL,
             proof && proof->version ? lazynccl_version_text(is, proof->version, loaded) : NULL),
        CELL("load_failed", proof ? proof->failed : NULL));
    free(folder);
    free(proved);
}

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
