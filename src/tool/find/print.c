/* Prints the two results of `find`, then every other search location in order.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/find/print.h"
#include "common/machine/nvidia.h"
#include "common/text/memory.h"

enum { INDENT = 11 };

/* A search result to print. */
struct view {
    const struct machine *machine;
    const struct search_result *found;
    struct table *table;
    const char *title;      /* the first column of the next line, or "" */
    struct strings remarks; /* remarks that are not printed yet, such as "env unset" */
};

/* Returns the path to print: only the folder if the file has its usual name. To be freed. */
static char *folder_of(const struct view *view, const char *path)
{
    const char *const *sonames = view->found->library->sonames;
    size_t length = (size_t)(strings_base_name(path) - path);

    for (int i = 0; length > 1 && sonames[i] && !view->table->style->full_paths; i++)
        if (strcmp(path + length, sonames[i]) == 0)
            return memory_copy_part(path, length - 1);
    return memory_copy(path);
}

/* Returns the variable that set the location `toolkit`, or NULL. */
static const char *variable_of(const struct view *view, const struct candidate *look,
                               const char *path)
{
    static const char *const cuda[] = {"CUDA_PATH", "CUDA_HOME", NULL};
    const char *const *const lists[] = {view->found->library->home_variables, cuda};

    for (int l = 0; path && look->location == LAZYNCCL_LOCATION_TOOLKIT && l < 2; l++)
        for (const char *const *name = lists[l]; *name; name++) {
            const char *value = machine_variable(view->machine, *name);
            size_t length = value ? strlen(value) : 0;

            if (length && strncmp(path, value, length) == 0 && path[length] == '/')
                return *name;
        }
    return NULL;
}

/* Adds the words after the file of a row. */
static void add_remarks(struct strings *words, const struct view *view, const char *key,
                        const struct candidate *look, const char *path)
{
    const char *variable = variable_of(view, look, path);

    if (look->outcome && *look->outcome)
        strings_print(words, "%s", look->outcome);
    else if (!key && look->verdict == VERDICT_USABLE)
        strings_print(words, "comes later");
    if (!key && variable)
        strings_print(words, "(%s)", variable);
}

/* Prints a file that ld.so or lazynccl would load (`key`), or another candidate (NULL). */
static void print_row(const struct view *view, const char *key, const struct candidate *look,
                      const struct proof *proof, const char *version, const char *path)
{
    const struct lazynccl_description *desc = view->found->library;
    OWNED(strings) struct strings words = {0};

    if (!version) /* without a stub, nothing says how to read the version */
        version = *desc->symbols ? "?" : "";
    if (!path) {
        style_color_line(view->table->style, key ? NULL : STYLE_EVIDENCE, "%-10s %-9s %s",
                         view->title, key ? key : look->found_via, look->outcome);
        return;
    }
    OWNED(memory) char *folder = folder_of(view, path);
    if (key)
        strings_print(&words, "%-10s %-9s %-8s %-9s %s", view->title, key, version, look->found_via,
                      folder);
    else
        strings_print(&words, "%-10s %-9s %-8s %s", view->title, look->found_via, version, folder);
    add_remarks(&words, view, key, look, path);
    if (proof && proof->failed)
        strings_print(&words, "does not load: %s", proof->failed);
    else if (proof)
        strings_print(&words, "loads as %s", NVIDIA_VERSION(desc, proof->version));
    OWNED(memory) char *line = strings_join(&words, "   ");
    style_color_line(view->table->style, key ? STYLE_CHOSEN : STYLE_EVIDENCE, "%s", line);
}

/* Prints a file as a row. `key`: "ld.so" or "lazynccl", or NULL. `proof`: NULL if not loaded. */
static void add_row(const struct view *view, const char *key, const struct candidate *look,
                    const struct proof *proof)
{
    const struct lazynccl_description *desc = view->found->library;
    const char *path = look->path ? machine_shown(view->machine, look->path) : NULL;
    const char *version = look->version ? NVIDIA_VERSION(desc, look->version) : NULL;
    const char *loaded = proof && proof->version ? NVIDIA_VERSION(desc, proof->version) : NULL;

    if (!view->table->json)
        print_row(view, key, look, proof, version, path);
    json_row(view->table->json, key, JSON_TEXT("location", look->found_via),
             JSON_TEXT("path", path), JSON_TEXT("version", version),
             JSON_TEXT("outcome", look->outcome && *look->outcome ? look->outcome : NULL),
             JSON_TEXT(proof ? "loaded_version" : NULL, loaded),
             JSON_TEXT(proof ? "load_failed" : NULL, proof ? proof->failed : NULL));
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

/* Prints "env unset; loaded no". */
static void print_remarks(struct view *view)
{
    const struct style *style = view->table->style;
    OWNED(memory) char *joined = strings_join(&view->remarks, "; ");
    OWNED(memory) char *text = style_text(style, joined);

    if (!view->remarks.count)
        return;
    style_fold(INDENT, style_begin(style, STYLE_EVIDENCE), text);
    fputs(style_end(style), stdout);
    strings_free(&view->remarks);
}

/* Prints one location. `end` is the number of the first candidate of the next location. */
static void print_location(struct view *view, int first, int end)
{
    const struct search_result *found = view->found;
    const char *word = found->looks[first].found_via, *idle = "unset", *same;
    int is_quiet = 1;

    for (int i = first; i < end; i++) {
        const struct candidate *look = &found->looks[i];

        if (candidate_is_idle(look)) {
            if (look->verdict != VERDICT_UNSET)
                idle = "no";
            continue;
        }
        is_quiet = 0;
        if (search_result_is_repeated(found, i))
            continue;
        same = candidate_is_same(look, search_result_taken(found)) ? "has lazynccl's file"
               : candidate_is_same(look, &found->linker)           ? "has ld.so's file"
                                                                   : NULL;
        if (same) {
            strings_print(&view->remarks, "%s %s", word, same);
        } else {
            print_remarks(view);
            add_row(view, NULL, look, NULL);
        }
    }
    /* the command cannot know what a program sets or opens itself */
    if (is_quiet && found->looks[first].location != LAZYNCCL_LOCATION_API &&
        found->looks[first].location != LAZYNCCL_LOCATION_PARTNER)
        strings_print(&view->remarks, "%s %s", word, idle);
}

static void print_locations(struct view *view)
{
    const struct search_result *found = view->found;

    for (int first = 0, end; first < found->count; first = end) {
        end = first + 1;
        while (end < found->count && found->looks[end].location == found->looks[first].location)
            end++;
        print_location(view, first, end);
    }
    print_remarks(view);
}

/* Adds the file that ld.so would load for another SONAME. */
static void add_other(const struct view *view, struct candidate *given)
{
    if (candidate_is_same(given, &view->found->linker))
        return;
    if (view->table->json) {
        add_row(view, NULL, given, NULL);
    } else {
        OWNED(memory) char *against = given->outcome;

        given->outcome = memory_print("as %s%s%s", strings_base_name(given->path),
                                      *against ? ": " : "", against);
        add_row(view, "ld.so", given, NULL);
    }
}

/* Prints the search locations. */
static void print_looks(struct view *view)
{
    const struct search_result *found = view->found;
    struct json *json = view->table->json;
    int is_full = json || view->table->style->more;

    json_begin(json, "locations", '[');
    if (!is_full)
        print_locations(view);
    for (int i = 0; i < found->count && is_full; i++)
        if (json || !search_result_is_repeated(found, i)) /* a folder may have several names */
            add_row(view, NULL, &found->looks[i], NULL);
    json_end(json, ']');
}

void find_print(const struct machine *machine, const struct result *result, struct table *table,
                int briefly)
{
    const struct search_result *found = result->found;
    struct view view = {machine, found, table, found->library->name, {0}};
    struct candidate other;
    struct json *json = table->json;

    json_begin(json, NULL, '{');
    json_string(json, "library", found->library->name);
    add_answer(&view, "ld.so", &found->linker, result->proved ? &result->linker : NULL);
    view.title = "";
    if (!briefly) {
        json_begin(json, "ld.so_others", '[');
        for (int number = 0; search_result_next_linker(found, &number, &other);
             candidate_free(&other))
            add_other(&view, &other);
        json_end(json, ']');
    }
    add_answer(&view, "lazynccl", search_result_taken(found),
               result->proved ? &result->taken : NULL);
    if (!briefly)
        print_looks(&view);
    json_end(json, '}');
}
