/* Shows what `find` found: the two answers, then every other place in the search's order.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/find/print.h"
#include "common/text/memory.h"
#include "common/text/safe.h"
#include "runtime/search/path.h"

#define INDENT 11

/* A library's answer that is being shown. */
struct view {
    const struct machine *machine;
    const struct search_result *found;
    struct table *table;
    const char *title; /* of a line, or "" */
    int column;        /* of a line that places without a file share: "env unset; loaded no" */
};

/* What people see of a path: only the folder, if the file has its usual name. To be freed. */
static char *folder_of(const struct view *view, const char *path)
{
    size_t length = (size_t)(strings_base_name(path) - path);
    int usual = 0;

    for (int i = 0; length > 1 && view->found->library->sonames[i]; i++)
        usual |= strcmp(path + length, view->found->library->sonames[i]) == 0;
    return usual && !view->table->style->full_paths ? memory_copy_part(path, length - 1)
                                                    : memory_copy(path);
}

/* The variable that led the location `toolkit` to a path, or NULL. */
static const char *variable_of(const struct view *view, const struct candidate *look,
                               const char *path)
{
    const char *const *variables = view->found->library->home_variables;
    OWNED(strings) struct strings names = {0};

    if (!path || strcmp(look->place, "toolkit") != 0)
        return NULL;
    for (int i = 0; variables[i]; i++)
        strings_print(&names, "%s", variables[i]);
    strings_print(&names, "CUDA_PATH");
    strings_print(&names, "CUDA_HOME");
    for (size_t i = 0; i < names.count; i++) {
        const char *value = machine_variable(view->machine, names.list[i]);
        size_t length = value ? strlen(value) : 0;

        if (length && strncmp(path, value, length) == 0 && path[length] == '/')
            return i + 2 == names.count   ? "CUDA_PATH"
                   : i + 1 == names.count ? "CUDA_HOME"
                                          : variables[i];
    }
    return NULL;
}

/* A file as a row. `key`: whose answer it is; NULL: it is one of its place's. `proof` NULL: not
 * tried. Without a path people get only the outcome. */
static void add_row(const struct view *view, const char *key, const struct candidate *look,
                    const struct proof *proof)
{
    const struct lazynccl_description *desc = view->found->library;
    char text[LAZYNCCL_VERSION_TEXT], loaded_text[LAZYNCCL_VERSION_TEXT];
    const char *path = look->path ? machine_shown(view->machine, look->path) : NULL;
    const char *version = look->version ? lazynccl_version_text(desc, look->version, text) : NULL;
    const char *outcome = look->outcome && *look->outcome ? look->outcome : NULL;
    const char *failed = proof ? proof->failed : NULL;
    const char *loaded = proof ? lazynccl_version_text(desc, proof->version, loaded_text) : NULL;
    OWNED(memory) char *folder = path && !view->table->json ? folder_of(view, path) : NULL;
    OWNED(memory)
    char *proved = proof ? memory_print("%s%s", failed ? "does not load: " : "loads as ",
                                        failed ? failed : loaded)
                         : NULL;

    table_row(view->table, key,
              !path ? "{library:10} {who:9} {said~}\n"
              : key ? "{library!:10} {who:9} {shown}\t  {folder~!}\t   {place}\t[   {said~}]"
                      "[   {proof}]\n"
                    : "{library:10} {who:9} {shown}\t  {folder~}\t[   {said~}][ ({variable})]\n",
              CELL_SHOWN("library", view->title), CELL_SHOWN("who", key ? key : look->place),
              CELL_SHOWN("shown", version ? version : "?"), CELL_SHOWN("folder", folder),
              CELL_SHOWN("said", key || outcome || look->verdict != VERDICT_USABLE ? outcome
                                                                                   : "comes later"),
              CELL_SHOWN("proof", proved), CELL_SHOWN("variable", variable_of(view, look, path)),
              CELL("place", look->place), CELL("path", path), CELL("version", version),
              CELL("outcome", outcome),
              CELL(proof ? "loaded_version" : NULL, proof && proof->version ? loaded : NULL),
              CELL("load_failed", failed));
}

static void add_answer(const struct view *view, const char *key, const struct candidate *look,
                       const struct proof *proof)
{
    const struct candidate nothing = {.outcome = "nothing"};

    if (look && look->path)
        add_row(view, key, look, proof);
    else if (view->table->json)
        json_string(view->table->json, key, NULL);
    else
        add_row(view, key, &nothing, NULL);
}

static void line_end(struct view *view)
{
    if (view->column)
        fputc('\n', view->table->to);
    view->column = 0;
}

static void line_add(struct view *view, const char *place, const char *what)
{
    int width = safe_columns(place) + 1 + safe_columns(what);

    if (view->column && view->column + 2 + width > 80)
        line_end(view);
    fprintf(view->table->to, view->column ? "; " : "%*s", INDENT, "");
    view->column += (view->column ? 2 : INDENT) + width;
    table_row(view->table, NULL, "{place} {what~}", CELL("place", place), CELL("what", what));
}

int find_is_idle(const struct candidate *look)
{
    const struct strings people_set = {(char *[]){"api", "env", "conda"}, 3};

    return look->verdict == VERDICT_UNSET ||
           (look->verdict == VERDICT_NONE && !strings_has(&people_set, look->place));
}

static int is_same(const struct candidate *look, const struct candidate *other)
{
    return look->path && other && other->path && lazynccl_same_file(look->path, other->path);
}

/* 1 if both say the same of a place without a file: two variables may name one folder. */
static int is_same_remark(const struct candidate *look, const struct candidate *other)
{
    return !look->path && !other->path && strcmp(look->place, other->place) == 0 &&
           strcmp(look->outcome, other->outcome) == 0;
}

int find_is_repeated(const struct search_result *found, int first, int look)
{
    const struct candidate *here = &found->looks[look];

    for (int k = first; k < look; k++)
        if (is_same(here, &found->looks[k]) || is_same_remark(here, &found->looks[k]))
            return 1;
    return &found->looks[look] == search_result_taken(found);
}

/* One place's looks, from `first` up to, not including, `end`. */
static void print_place(struct view *view, int first, int end)
{
    const struct search_result *found = view->found;
    const char *place = found->looks[first].place, *word = "unset";
    int told = 0;

    for (int i = first; i < end; i++) {
        const struct candidate *look = &found->looks[i];
        int is_idle = find_is_idle(look);

        told |= !is_idle;
        if (is_idle)
            word = look->verdict == VERDICT_UNSET ? word : "no";
        else if (find_is_repeated(found, first, i))
            continue;
        else if (!look->path)
            line_add(view, place, look->outcome);
        else if (is_same(look, search_result_taken(found)))
            line_add(view, place, "the same file as lazynccl's");
        else if (is_same(look, &found->linker))
            line_add(view, place, "the same file as ld.so's");
        else {
            line_end(view);
            add_row(view, NULL, look, NULL);
        }
    }
    /* the command does not know what a program sets or has opened itself */
    if (!told && strcmp(place, "api") != 0 && strcmp(place, "partner") != 0)
        line_add(view, place, word);
}

static void print_places(struct view *view)
{
    const struct search_result *found = view->found;

    for (int first = 0, end; first < found->count; first = end) {
        for (end = first + 1; end < found->count; end++)
            if (strcmp(found->looks[end].place, found->looks[first].place) != 0)
                break;
        print_place(view, first, end);
    }
    line_end(view);
}

void find_both(const struct machine *machine, const struct search_result *found,
               struct table *table)
{
    struct view view = {machine, found, table, found->library->name, 0};

    add_answer(&view, "ld.so", &found->linker, NULL);
    add_answer(&view, "lazynccl", search_result_taken(found), NULL);
}

/* What ld.so gives by another SONAME than that of its found. */
static int add_other(void *context, struct candidate *given)
{
    const struct view *view = context;

    if (!is_same(given, &view->found->linker) && view->table->json) {
        add_row(view, NULL, given, NULL);
    } else if (!is_same(given, &view->found->linker)) {
        OWNED(memory) char *against = given->outcome;

        given->outcome = memory_print("as %s%s%s", strings_base_name(given->path),
                                      *against ? ": " : "", against);
        add_row(view, "ld.so", given, NULL);
    }
    candidate_free(given);
    return 0;
}

void find_print(const struct machine *machine, const struct result *result, struct table *table)
{
    const struct search_result *found = result->found;
    struct view view = {machine, found, table, found->library->name, 0};
    struct json *json = table->json;
    char begin[16];

    json_begin(json, NULL, '{');
    json_string(json, "library", found->library->name);
    add_answer(&view, "ld.so", &found->linker, result->proved ? &result->linker : NULL);
    view.title = "";
    json_begin(json, "ld.so_others", '[');
    search_result_each_linker(found, add_other, &view);
    json_end(json, ']');
    add_answer(&view, "lazynccl", search_result_taken(found),
               result->proved ? &result->taken : NULL);
    json_begin(json, "places", '[');
    if (!json)
        fputs(style_begin(table->style, STYLE_EVIDENCE, begin), table->to);
    if (!json && !table->style->more)
        print_places(&view);
    for (int i = 0, first = 0; i < found->count && (json || table->style->more); i++) {
        first = strcmp(found->looks[i].place, found->looks[first].place) == 0 ? first : i;
        if (json || !find_is_repeated(found, first, i)) /* a folder may have several names */
            add_row(&view, NULL, &found->looks[i], NULL);
    }
    if (!json)
        fputs(style_end(table->style), table->to);
    json_end(json, ']');
    json_end(json, '}');
}
