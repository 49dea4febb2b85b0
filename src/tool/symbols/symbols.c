/* lazynccl symbols: what a file exports, needs and may dlopen, and what is missing.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/command/target_option.h"
#include "common/files/file_version.h"
#include "common/files/root.h"
#include "common/text/nearest.h"
#include "tool/rules/grouped.h"
#include <errno.h>
#include <unistd.h>

/* The release that removed a function, as text, or NULL. */
#define REMOVED(desc, number)                                                                      \
    (lazynccl_removed_in(desc, number) ? NVIDIA_VERSION(desc, lazynccl_removed_in(desc, number))   \
                                       : NULL)

/* Lists all names of one table, sorted by version and then by name. */
static void show_functions(const struct lazynccl_description *desc, struct table *table)
{
    const char *name = desc->symbols;

    for (int i = 0; i < desc->count; name = lazynccl_symbol_next(desc, i++, name)) {
        const char *removed = REMOVED(desc, i);
        const char *added = NVIDIA_VERSION(desc, lazynccl_added_in(desc, i));

        if (!table->json)
            printf("%-9s %s%s%s%s\n", added, name, removed ? "  (removed in " : "",
                   removed ? removed : "", removed ? ")" : "");
        json_row(table->json, NULL, JSON_TEXT("name", name), JSON_TEXT("added", added),
                 JSON_TEXT("removed", removed));
    }
}

/* Prints the library's functions by version. `all` lists each member of a suffix family. */
static void show_library(const lazynccl_library *base, struct table *table, int all)
{
    const struct lazynccl_description *desc = base->description;

    json_answer(table->json, "symbols");
    json_string(table->json, "library", desc->name);
    if (!table->json)
        printf("%s: %d functions, by the version that added them\n", desc->title, desc->count);
    json_begin(table->json, "functions", '[');
    for (int l = 0; l < lazynccl_libraries_count; l++) {
        const struct lazynccl_description *of = lazynccl_libraries[l]->description;

        if (lazynccl_libraries[l]->base != base)
            continue;
        if (table->json || all || !of->family)
            show_functions(of, table);
        else
            printf("and %d names with the suffixes _%d_0 to _%d_%d: -v shows them\n", of->count,
                   of->family, of->family, of->highest_minor);
    }
    json_end(table->json, ']');
    findings_end(table, NULL, NULL, NULL);
}

/* Returns the length of NAME in NAME or NAME_vN, and N, which is 1 without a suffix. */
static size_t stem_of(const char *name, int *number)
{
    size_t length = strlen(name);

    *number = 1;
    if (length <= 3 || strncmp(name + length - 3, "_v", 2) != 0)
        return length;
    *number = name[length - 1] - '0';
    return length - 3;
}

/* Returns the newest of NAME and NAME_vN that no release removed, unless that is `name` itself.
 * Newer headers call that function. NULL if there is none. */
static const char *newer_of(const struct lazynccl_description *desc, const char *name)
{
    const char *newest = NULL, *other = desc->symbols;
    int number, highest = 0;
    size_t stem = stem_of(name, &number);

    for (int i = 0; i < desc->count; other = lazynccl_symbol_next(desc, i++, other))
        if (strncmp(other, name, stem) == 0 && stem_of(other, &number) == stem &&
            number > highest && !lazynccl_removed_in(desc, i)) {
            highest = number;
            newest = other;
        }
    return newest && strcmp(newest, name) != 0 ? newest : NULL;
}

/* Prints which library has a function, and since which release. Returns -1 if no stub has it. */
static int show_function(const char *name, struct table *table)
{
    for (int l = 0; l < lazynccl_libraries_count; l++) {
        const struct lazynccl_description *desc = lazynccl_libraries[l]->description;
        int number = lazynccl_symbol_index(desc, name);

        if (number < 0)
            continue;
        int since = undefined_symbol_added(lazynccl_libraries[l]->base->description, name);
        const char *removed = REMOVED(desc, number), *newer = newer_of(desc, name);
        const char *added = NVIDIA_VERSION(desc, since);
        /* the suffix of a family shows the release that added the name */
        int is_oldest = !desc->family && since == desc->added->version;

        json_answer(table->json, "symbols");
        if (!table->json)
            safe_line("%s: %s since %s%s%s%s%s%s", name, desc->title, added,
                      is_oldest ? " or earlier" : "", removed ? ", removed in " : "",
                      removed ? removed : "", newer ? "; newer headers call " : "",
                      newer ? newer : "");
        json_string(table->json, "function", name);
        json_string(table->json, "library", desc->name);
        json_string(table->json, "added", added);
        json_string(table->json, "removed", removed);
        json_string(table->json, "newer", newer);
        findings_end(table, NULL, NULL, NULL);
        return 0;
    }
    return -1;
}

/* Returns the library, or else the function, that a misspelt name resembles, or NULL. */
static const char *nearest_name(const char *name)
{
    struct nearest best = {nvidia_nearest(name), 3};

    for (int l = 0; l < lazynccl_libraries_count && !best.name; l++) {
        const struct lazynccl_description *desc = lazynccl_libraries[l]->description;
        const char *known = desc->symbols;

        for (int i = 0; i < desc->count; known = lazynccl_symbol_next(desc, i++, known))
            nearest_try(&best, name, known);
    }
    return best.name;
}

/* Returns 1 for an exported symbol that no stub of the library has and that no linker added. */
static int is_unknown(const lazynccl_library *base, const struct elf_symbol *symbol)
{
    const struct strings linkers = {(char *[]){"__bss_start", "_edata", "_end", "_init", "_fini"},
                                    5};

    return symbol->defined && !strings_has(&linkers, symbol->name) &&
           !undefined_symbol_added(base->description, symbol->name);
}

/* Prints how a library file differs from the newest release that the stub knows. Only names without
 * a suffix can be missing, because each major of a suffix family has different suffixes. */
static void show_difference(const lazynccl_library *base, const struct elf_file *file,
                            struct table *table)
{
    const struct lazynccl_description *desc = base->description;
    const char *name = desc->symbols;
    OWNED(strings) struct strings unknown = {0};

    json_begin(table->json, "lacks", '[');
    for (int i = 0; i < desc->count; name = lazynccl_symbol_next(desc, i++, name)) {
        const char *removed = REMOVED(desc, i);

        if (elf_file_has(file, name, 1))
            continue;
        /* the version in which files first have the name may be later than the function */
        const char *since = NVIDIA_VERSION(desc, undefined_symbol_added(desc, name));
        if (!table->json)
            printf("lacks    %s, of %s%s%s\n", name, since, removed ? ", removed in " : "",
                   removed ? removed : "");
        json_row(table->json, NULL, JSON_TEXT("name", name), JSON_TEXT("added", since),
                 JSON_TEXT("removed", removed));
    }
    json_end(table->json, ']');
    for (size_t s = 0; s < file->symbol_count; s++)
        if (is_unknown(base, &file->symbols[s])) {
            strings_add(&unknown, file->symbols[s].name, strlen(file->symbols[s].name));
            if (!table->json)
                safe_line("unknown  %s, in no stub", file->symbols[s].name);
        }
    json_strings(table->json, "unknown", &unknown);
}

static int by_name(const void *a, const void *b)
{
    const struct elf_symbol *x = a, *y = b;
    int order = strcmp(x->name, y->name);

    return order ? order : strcmp(x->version ? x->version : "", y->version ? y->version : "");
}

/* Prints a line "what value", nothing for NULL; in JSON a member, null for NULL. */
static void show_line(struct table *table, const char *what, const char *value)
{
    if (table->json)
        json_string(table->json, what, value);
    else if (value)
        safe_line("%-8s %s", what, value);
}

/* Prints a line for each entry of a note, or the text if it cannot be parsed. */
static void print_note(const char *text)
{
    OWNED(dlopen_entries) struct dlopen_entries entries = {0};

    if (dlopen_note_read(text, &entries) != 0)
        safe_line("%-8s malformed: %s", "dlopen", text);
    for (size_t i = 0; i < entries.count; i++) {
        OWNED(memory) char *sonames = strings_join(&entries.list[i].sonames, " ");
        OWNED(memory) char *label = dlopen_entry_label(&entries.list[i]);

        safe_line("%-8s %s%s%s%s", "dlopen", sonames, *label ? " (" : "", label, *label ? ")" : "");
    }
}

static void show_dlopen(struct table *table, const struct elf_file *file)
{
    json_begin(table->json, "dlopen", '[');
    for (size_t i = 0; i < file->dlopen_count; i++)
        if (!table->json)
            print_note(file->dlopen[i]);
        else if (json_items(table->json, file->dlopen[i]) != 0)
            json_row(table->json, NULL, JSON_TEXT("malformed", file->dlopen[i]));
    json_end(table->json, ']');
}

/* Prints the symbols that the file exports or requires. */
static void show_symbols(struct table *table, const char *key, const struct elf_file *file,
                         int defined)
{
    size_t count = 0;

    for (size_t i = 0; i < file->symbol_count; i++)
        if (file->symbols[i].defined == defined)
            count++;
    json_begin(table->json, key, '[');
    if (!table->json)
        printf("%-8s %zu\n", key, count);
    for (size_t i = 0; i < file->symbol_count; i++) {
        const struct elf_symbol *symbol = &file->symbols[i];

        if (symbol->defined != defined)
            continue;
        if (!table->json)
            safe_line("  %-6s  %s%s%s", elf_binding_word(symbol->binding), symbol->name,
                      !symbol->version          ? ""
                      : symbol->default_version ? "@@"
                                                : "@",
                      symbol->version ? symbol->version : "");
        json_row(table->json, NULL, JSON_TEXT("name", symbol->name),
                 JSON_TEXT("binding", elf_binding_word(symbol->binding)),
                 JSON_TEXT("type", elf_type_word(symbol->type)),
                 JSON_TEXT("version", symbol->version),
                 defined ? JSON_FLAG(symbol->default_version ? NULL : "old", 1)
                         : JSON_TEXT("from", symbol->from));
    }
    json_end(table->json, ']');
}

/* Prints the facts about a file. In JSON the symbols precede the notes; in text they follow. */
static void show(struct table *table, const char *path, const struct elf_file *file,
                 const lazynccl_library *base)
{
    OWNED(memory) char *lazynccl = elf_file_lazynccl(file);
    struct json *json = table->json;

    if (file->symbol_count > 0)
        qsort(file->symbols, file->symbol_count, sizeof *file->symbols, by_name);
    json_answer(json, "symbols");
    show_line(table, "file", path);
    show_line(table, "machine", elf_machine_word(file->machine));
    show_line(table, "soname", file->soname);
    json_strings(json, "needed", &file->needed);
    for (size_t i = 0; i < file->needed.count && !json; i++)
        show_line(table, "needed", file->needed.list[i]);
    show_line(table, "rpath", file->rpath);
    show_line(table, "runpath", file->runpath);
    if (json) {
        show_symbols(table, "symbols", file, 1);
        show_symbols(table, "demands", file, 0);
    }
    show_dlopen(table, file);
    show_line(table, "lazynccl", lazynccl);
    json_string(json, "library", base ? base->description->name : NULL);
    if (!json)
        show_symbols(table, "exports", file, 1);
    if (base)
        show_difference(base, file, table);
    findings_end(table, NULL, NULL, NULL);
}

/* Returns the stub of the library that the file name belongs to, or NULL. */
static const lazynccl_library *described(const char *path, const struct elf_file *file)
{
    const char *name = file->soname ? file->soname : strings_base_name(path);
    const struct lazynccl_description *desc = nvidia_of(name).library;

    return desc ? nvidia_library(desc->name) : NULL;
}

/* Returns the path to open, or NULL with errno set. The caller frees it. */
static char *inside(const struct request *request, const char *path)
{
    return root_inside(request->as.root, root_absolute(request->as.root, path));
}

/* Returns the ELF file at a path. On failure prints an error and returns NULL. */
static const struct elf_file *read_file(const struct request *request, const char *path)
{
    OWNED(memory) char *whole = inside(request, path);
    const char *why = strerror(errno);
    const struct elf_file *file = whole ? elf_cache_get(whole, &why) : NULL;

    if (!file)
        verb_unreadable("symbols", path, why);
    return file;
}

/* The functions and the release that a file requires of a library. */
struct demanded {
    const lazynccl_library *base; /* the library's stub, or NULL */
    const struct elf_file *asks;
    const struct elf_file *given; /* NULL: any release */
    const char *by, *path;        /* the names to print */
    const char *root_folder;      /* the root of the files' file system */
    int version;                  /* the version of `given`; 0 if unknown */
};

/* Returns the soname under which the file requires a library, by DT_NEEDED or a version. */
static const char *soname_asked(const lazynccl_library *base, const struct elf_file *asks)
{
    const char *const *sonames = base->description->sonames;

    for (int i = 0; sonames[i]; i++) {
        if (strings_has(&asks->needed, sonames[i]))
            return sonames[i];
        for (size_t v = 0; v < asks->version_count; v++)
            if (asks->versions[v].file && strcmp(asks->versions[v].file, sonames[i]) == 0)
                return sonames[i];
    }
    return sonames[0];
}

/* Returns the soname of the library that is examined, or "" if it has none. */
static const char *soname_of(const struct demanded *of)
{
    if (of->given && of->given->soname)
        return of->given->soname;
    return of->base ? soname_asked(of->base, of->asks) : "";
}

static const struct elf_file *find_given(void *context, const struct elf_file *asks,
                                         const struct binding *binding, struct candidate *to)
{
    const struct demanded *of = context;

    to->path = memory_copy(of->path);
    to->version = of->version;
    return of->given;
}

/* Reports what an audit would report if ld.so loaded that library. */
static void report(const struct demanded *of, const char *soname, struct findings *findings)
{
    const struct binding_source source = {.find = find_given, .context = (void *)of};
    OWNED(bindings) struct bindings bindings = {0};
    OWNED(grouped) struct groups groups = {0};

    bindings_add(&bindings, of->asks, of->by, soname, 0, &source);
    needs_check(&groups, bindings.list);
    grouped_report(&groups, findings, of->root_folder, "", "");
}

/* Prints a symbol, with the release that added it if that is known. */
static void print_symbol(struct table *table, const struct demanded *of,
                         const struct elf_symbol *symbol, const char *added, int is_there)
{
    if (!table->json)
        style_color_line(table->style, is_there ? NULL : STYLE_ERROR, "%-9s %s%s",
                         added ? added : "", symbol->name, is_there ? "" : "  missing");
    json_row(table->json, NULL, JSON_TEXT("name", symbol->name),
             JSON_TEXT("version", symbol->version), JSON_TEXT("added", added),
             JSON_FLAG(of->given ? "there" : NULL, is_there));
}

/* Prints the symbols and the oldest release that has all of them; without symbols, says so. */
static void print_demands(const struct demanded *of, const char *soname, struct table *table)
{
    const struct lazynccl_description *desc = of->base ? of->base->description : NULL;
    OWNED(undefined) struct undefined demands = {0};
    int newest = 0;

    undefined_read(&demands, of->asks, soname, desc);
    json_begin(table->json, "demands", '[');
    for (size_t i = 0; i < demands.count; i++) {
        int version = desc ? undefined_symbol_added(desc, demands.list[i]->name) : 0;

        newest = version > newest ? version : newest;
        print_symbol(table, of, demands.list[i], version ? NVIDIA_VERSION(desc, version) : NULL,
                     !of->given || !undefined_fails(demands.list[i], of->given));
    }
    json_end(table->json, ']');
    if (!table->json && !demands.count)
        safe_line("it needs no symbol of %s", *soname ? soname : "it");
    else if (!table->json && newest)
        printf("needs     %s %s or later\n", desc->title, NVIDIA_VERSION(desc, newest));
}

/* Prints the symbols that a file needs of a library, and which of them a file of it lacks. */
static enum verb_exit show_demands(const struct request *request, const lazynccl_library *base,
                                   const char *path)
{
    struct table *table = request->table;
    OWNED(findings) struct findings found = {0};
    OWNED(memory) char *whole = inside(request, path);
    struct demanded demanded = {
        .base = base, .by = request->demanded_by, .path = path, .root_folder = request->as.root};

    if (!(demanded.asks = read_file(request, demanded.by)) ||
        (!base && !(demanded.given = read_file(request, path))))
        return VERB_UNREADABLE;
    if (!base && (demanded.base = described(path, demanded.given)))
        demanded.version = file_version_read(demanded.base->description, whole);
    json_answer(table->json, "symbols");
    json_string(table->json, base ? "library" : "file", path);
    json_string(table->json, "demanded_by", demanded.by);
    print_demands(&demanded, soname_of(&demanded), table);
    if (demanded.given)
        report(&demanded, soname_of(&demanded), &found);
    if (table->json)
        findings_json(&found, NULL, table->json);
    else
        findings_print(&found, table->style, 0);
    return verb_status(&found);
}

/* Returns 1 for a word that neither is a file nor looks like the path of one. */
static int is_name(const struct request *request, const char *word)
{
    OWNED(memory) char *whole = strpbrk(word, "./") ? NULL : inside(request, word);

    return !strpbrk(word, "./") && (!whole || access(whole, F_OK) != 0);
}

static enum verb_exit run(const struct request *request)
{
    const char *what = request->words[0];
    const lazynccl_library *base = what ? nvidia_library(what) : NULL;
    const struct elf_file *file;

    if (request->count != 1)
        return verb_misuse("symbols", what ? "more than one file" : "no file",
                           what ? request->words[1] : NULL, NULL);
    if (base && !base->description->count)
        return verb_unreadable(
            "symbols", what,
            "no stub lists its functions, but symbols FILE shows what its file exports");
    if (!base && is_name(request, what))
        return !request->demanded_by && show_function(what, request->table) == 0
                   ? VERB_OK
                   : verb_misuse("symbols", "no such file, library or function", what,
                                 nearest_name(what));
    if (request->demanded_by)
        return show_demands(request, base, what);
    if (base)
        show_library(base, request->table, request->more);
    else if (!(file = read_file(request, what)))
        return VERB_UNREADABLE;
    else
        show(request->table, what, file, file->exports_lazynccl ? NULL : described(what, file));
    return VERB_OK;
}

const struct verb verb_symbols = {
    .name = "symbols",
    .run = run,
    .summary = "show functions by version, and what a file exports, needs and lacks",
    // clang-format off
    .usage =
"usage: lazynccl symbols LIBRARY|FUNCTION|FILE [--demanded-by FILE] [OPTION...]\n"
"\n"
"Lists the functions of a library by release, or the symbols of a file.\n"
"\n"
"Given a library name, lists its functions by the release that added them. Given a function, says\n"
"which library has it, since which release, and which removed it. Given an ELF file, lists\n"
"its exports (name@@version), the libraries that it needs, its search path, and the libraries that\n"
"it may dlopen (.note.dlopen); if the library is known, also the differences from the newest\n"
"release.\n",
    .examples =
"  lazynccl symbols nccl | tail\n"
"      newest functions\n"
"  lazynccl symbols ncclCommSuspend\n"
"      which NCCL has it?\n"
"  lazynccl symbols libnccl.so.2 --demanded-by kernels.so\n"
"      does this NCCL export the symbols that the module needs?\n",
    // clang-format on
    .takes = TAKES_STYLE " --root --demanded-by",
    .more = "show every name of the suffix families",
    .status = "0 shown; 1 a symbol that FILE needs is missing; 2 unreadable input; 3 usage\n"
              "error.",
};
