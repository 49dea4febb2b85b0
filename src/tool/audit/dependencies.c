/* Prints the dependency tree of a file: each library below the file that needs it first.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/files/dlopen_note.h"
#include "common/files/root.h"
#include "common/linking/closure.h"
#include "common/machine/nvidia.h"
#include "runtime/search/path.h"
#include "tool/audit/report.h"

enum { DEPTH = 100 };

struct drawing {
    struct machine *machine;
    const struct closure *closure;
    struct table *table;
    char more_below[DEPTH]; /* for each level: 1 if more rows follow */
};

/* Draws the tree lines from the upper levels to a row. The caller frees the result. */
static char *lead(const struct drawing *drawing, size_t depth)
{
    char *text = NULL;
    size_t size;
    FILE *to = memory_check(open_memstream(&text, &size));

    for (size_t i = 0; i < depth; i++) {
        int more = drawing->more_below[i];

        fputs(i + 1 < depth ? (more ? "|  " : "   ") : more ? "|- " : "`- ", to);
    }
    fclose(to);
    return text;
}

static void draw_row(struct drawing *drawing, size_t depth, const char *soname, const char *where,
                     const char *from, const char *fault)
{
    OWNED(memory) char *leads = lead(drawing, depth);

    OWNED(memory) char *led = from ? memory_print(" (%s)", from) : memory_copy("");
    OWNED(memory) char *found = where ? memory_print("  %s%s", where, led) : memory_copy("");

    style_color_line(drawing->table->style, fault ? STYLE_ERROR : NULL, "%s%s%s%s%s", leads, soname,
                     found, fault ? "  " : "", fault ? fault : "");
}

/* A row below a file: a library that it needs, or one that it may dlopen. */
struct need {
    const char *soname;
    const struct closure_file *file; /* NULL if opened by dlopen */
};

static int is_first(const struct drawing *drawing, const struct need *need, size_t asks)
{
    return need->file && need->file != drawing->closure->list && need->file->loader == asks;
}

/* Returns 1 if the row is worth showing without -v. Libraries that every system has, and libraries
 * shown further up, are not. */
static int is_shown(const struct drawing *drawing, const struct need *need, size_t asks)
{
    return drawing->table->style->more || !need->file ||
           (is_first(drawing, need, asks) &&
            (need->file->faults.count || !nvidia_is_base(need->soname)));
}

/* Returns the rows below a file; the caller frees them. `opened` owns the names of libraries that
 * are opened later. */
static struct need *list_needs(const struct drawing *drawing, size_t number, size_t *count,
                               struct strings *opened)
{
    const struct closure *closure = drawing->closure;
    const struct elf_file *elf = &closure->list[number].asks->file;
    struct need *list = NULL;

    for (size_t n = 0; n < elf->dlopen_count; n++)
        dlopen_note_sonames(elf->dlopen[n], opened);
    for (size_t n = 0; n < elf->needed_count + opened->count; n++) {
        struct need need = {
            n < elf->needed_count ? elf->needed[n] : opened->list[n - elf->needed_count], NULL};

        if (n < elf->needed_count)
            need.file = &closure->list[closure_find(closure, need.soname)];
        if (is_shown(drawing, &need, number))
            *MEMORY_ADD(list, *count) = need;
    }
    return list;
}

/* Returns the folder of the library, or with -p its path. The caller frees it. */
static char *where_text(const struct drawing *drawing, const struct closure_file *file)
{
    const struct machine *machine = drawing->machine;
    const char *path = machine_shown(machine, file->path);

    if (drawing->table->style->full_paths)
        return memory_copy(path);
    OWNED(memory) char *folder = memory_folder(path);
    char *real = folder ? root_real(machine->target->root, folder) : NULL;
    return real ? real : memory_copy("/");
}

static void draw(struct drawing *drawing, size_t number, size_t depth)
{
    const struct closure *closure = drawing->closure;
    OWNED(strings) struct strings opened = {0};
    size_t count = 0;
    struct need *needs =
        closure->list[number].asks ? list_needs(drawing, number, &count, &opened) : NULL;

    for (size_t n = 0; n < count; n++) {
        const struct closure_file *file = needs[n].file;
        int first = is_first(drawing, &needs[n], number), here = first && file->path;

        OWNED(memory) char *where = here ? where_text(drawing, file) : NULL;

        drawing->more_below[depth] = n + 1 < count;
        if (here)
            draw_row(drawing, depth + 1, needs[n].soname, where, file->from,
                     file->faults.count ? file->faults.list[0] : NULL);
        else if (first)
            draw_row(drawing, depth + 1, needs[n].soname, NULL, NULL, "not found");
        else
            draw_row(drawing, depth + 1, needs[n].soname,
                     file ? "shown elsewhere" : "opened when it is called for", NULL, NULL);
        if (first && depth + 2 < DEPTH)
            draw(drawing, (size_t)(file - closure->list), depth + 1);
    }
    free(needs);
}

static void write_json(const struct drawing *drawing)
{
    for (size_t i = 1; i < drawing->closure->count; i++) {
        const struct closure_file *file = &drawing->closure->list[i];

        json_row(drawing->table->json, NULL,
                 JSON_TEXT("file", drawing->closure->list[file->loader].asks->module),
                 JSON_TEXT("soname", file->soname),
                 JSON_TEXT("path", file->path ? machine_shown(drawing->machine, file->path) : NULL),
                 JSON_TEXT("from", file->path ? file->from : NULL),
                 JSON_LIST("faults", &file->faults));
    }
}

int audit_dependencies(struct machine *machine, const char *path, const char *title,
                       struct table *table)
{
    OWNED(closure) struct closure closure = closure_read(machine, path);
    OWNED(memory) char *site = memory_copy_part(path, lazynccl_site_length(path));
    const struct style *plain = table->style;
    struct style style = *plain;
    struct drawing drawing = {.machine = machine, .closure = &closure, .table = table};
    int missing = 0;

    if (!style.full_paths)
        style.site = site;
    table->style = &style;
    for (size_t i = 0; i < closure.count; i++)
        if (closure.list[i].faults.count)
            missing++;

    json_begin(table->json, NULL, '{');
    json_string(table->json, "path", title);
    json_begin(table->json, "loads", '[');
    if (table->json) {
        write_json(&drawing);
    } else {
        draw_row(&drawing, 0, title, NULL, NULL, missing ? "does not load" : NULL);
        draw(&drawing, 0, 0);
    }
    json_end(table->json, ']');
    json_end(table->json, '}');
    table->style = plain;
    return missing;
}
