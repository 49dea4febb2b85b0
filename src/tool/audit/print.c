/* Prints an audit: the verdict of a wheel, then a line for each dependency; writes the file of -o.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/audit/report.h"
#include <errno.h>

int audit_is_incomplete(const char *name)
{
    return strchr(name, '%') || name[strlen(name) - 1] == '.';
}

/* Lists the NVIDIA libraries that auditwheel must not copy into the wheel. */
static struct strings excluded(const struct audit *audit)
{
    struct strings list = {0};

    for (size_t i = 0; i < audit->outside.count; i++)
        if (nvidia_of(audit->outside.list[i]).title)
            strings_print(&list, "%s", audit->outside.list[i]);
    return list;
}

/* Returns why a wheel is not known to be self-contained, or NULL if it is. */
static const char *lack_of(const struct audit *audit)
{
    if (audit->is_incomplete)
        return "not read completely";
    if (audit->outside.count)
        return "not self-contained: needs from outside";
    for (size_t i = 0; i < audit->groups.count; i++)
        if (strcmp(audit->groups.list[i].kind->id, "LN511") == 0)
            return "not self-contained: calls functions that nothing defines";
    return NULL;
}

/* Prints the verdict on a wheel, and the libraries that it needs from outside. */
static void print_wheel(const struct audit *audit)
{
    const struct dist_info *metadata = &audit->wheel->metadata;
    OWNED(strings) struct strings exclude = excluded(audit);
    OWNED(memory) char *options = strings_join(&exclude, " --exclude ");
    OWNED(memory) char *tags = strings_join(&metadata->tags, ", ");
    const char *lack = lack_of(audit);

    safe_line("%s: %s", audit->title, lack ? lack : "self-contained");
    for (size_t i = 0; i < audit->outside.count; i++) {
        const char *soname = audit->outside.list[i], *brings;
        const struct nvidia vendor = nvidia_of(soname);

        if (!vendor.title)
            safe_line("      %s: not NVIDIA's, not on every system", soname);
        else if (vendor.is_driver)
            safe_line("      %s: the driver's", soname);
        else if ((brings = dist_info_brings(metadata, vendor.package, soname)))
            safe_line("      %s: brought by %s", soname, brings);
        else
            safe_line("      %s: nothing that it requires brings it", soname);
    }
    if (exclude.count)
        safe_line("      auditwheel repair --exclude %s", options);
    safe_line("      %s %s%s%s", metadata->name,
              metadata->version ? metadata->version : "of unknown version", *tags ? ", " : "",
              tags);
}

static void json_wheel(struct json *json, const struct audit *audit)
{
    const struct dist_info *metadata = &audit->wheel->metadata;
    OWNED(strings) struct strings exclude = excluded(audit);

    json_row(json, "wheel", JSON_TEXT("name", metadata->name),
             JSON_TEXT("version", metadata->version), JSON_FLAG("self_contained", !lack_of(audit)),
             JSON_LIST("outside", &audit->outside), JSON_LIST("exclude", &exclude),
             JSON_LIST("requires", &metadata->requires), JSON_LIST("tags", &metadata->tags));
}

static void print_symbols(const struct binding *binding, const struct candidate *serving,
                          const struct style *style)
{
    for (size_t i = 0; i < binding->undefined.count; i++) {
        const char *symbol = binding->undefined.list[i];
        int there = !strings_has(&serving->missing, symbol);

        style_color_line(style, there ? STYLE_EVIDENCE : STYLE_ERROR, "          %s%s", symbol,
                         there ? "" : "   missing");
    }
}

/* Returns the folder of a file, or its full path, relative to the audited folder. To be freed. */
static char *folder_of(const struct audit *audit, const char *path, const struct style *style)
{
    const char *name = strrchr(path, '/');
    size_t length = audit->folder ? strlen(audit->folder) : 0;

    if (length && strncmp(path, audit->folder, length) == 0 && path[length] == '/')
        path += length + 1;
    if (style->full_paths)
        return memory_copy(path);
    return name && name > path ? memory_copy_part(path, (size_t)(name - path)) : memory_copy(".");
}

/* Returns why ld.so could not use the file that it finds, or NULL if it can. */
static const char *fault_of(const struct candidate *given)
{
    return given && (given->verdict == VERDICT_UNREADABLE || given->verdict == VERDICT_FOR_LINKING)
               ? given->outcome
               : NULL;
}

/* Returns the folder of the library at `path` or, if that is NULL or "", why none was found. */
static char *where_text(const struct audit *audit, const char *soname, const char *path,
                        const struct style *style)
{
    if (path && *path)
        return folder_of(audit, path, style);
    if (audit_is_incomplete(soname))
        return memory_copy("completed at run time");
    if (nvidia_of(soname).is_driver)
        return memory_copy("the driver's, not here");
    return memory_copy(audit->wheel ? "not in the wheel" : "not found");
}

static char *binding_text(const struct audit *audit, const struct binding *binding,
                          const struct style *style)
{
    const struct candidate *given = binding_given(binding);
    const char *elsewhere = binding->preloaded.path;

    if (given || !elsewhere)
        return where_text(audit, binding->soname, given ? given->path : NULL, style);
    return memory_print(
        "%s%s", binding->declared ? "not by ld.so: " : "only if loaded before: ", elsewhere);
}

/* Returns the oldest release that has all functions that the file imports. Returns 0 if all
 * releases that the stub knows have them, or if no such release is known. */
static int release_needed(const struct binding *binding)
{
    const struct lazynccl_description *desc = binding->vendor.known;
    int newest = undefined_newest(desc, &binding->undefined);

    return newest && newest > desc->added->version ? newest : 0;
}

/* A release in words, or NULL for 0. */
#define RELEASE(description, release) ((release) ? NVIDIA_VERSION(description, release) : NULL)

static void json_binding(struct json *json, const struct binding *binding)
{
    const struct candidate *given = binding_given(binding), *serving = binding_serving(binding);
    int release = release_needed(binding);

    json_row(json, NULL, JSON_TEXT("file", binding->file), JSON_FLAG("declared", binding->declared),
             JSON_TEXT("soname", binding->soname), JSON_TEXT("path", given ? given->path : NULL),
             JSON_TEXT("from", given ? given->found_via : NULL),
             JSON_TEXT("version", RELEASE(binding->vendor.library, serving->version)),
             JSON_TEXT("fault", fault_of(given)), JSON_TEXT("elsewhere", binding->preloaded.path),
             JSON_LIST("demands", &binding->undefined), JSON_LIST("lacks", &serving->missing),
             JSON_TEXT("release", RELEASE(binding->vendor.known, release)),
             JSON_FLAG("needless", binding->needless),
             JSON_FLAG("stand_in", given && given->verdict == VERDICT_IS_LAZYNCCL),
             JSON_FLAG("lazynccl", binding->by_lazynccl));
}

/* Returns the feature and priority that a note gives for a library, or "", to be freed. */
static char *label_of(const struct audit_file *file, const struct binding *binding)
{
    if (binding->declared)
        for (size_t n = 0; n < file->notes.count; n++)
            if (strings_has(&file->notes.list[n].sonames, binding->soname))
                return dlopen_entry_label(&file->notes.list[n]);
    return memory_copy("");
}

/* Adds the words after the folder: the fault of the file, its symbols, and the kind of binding. */
static void add_remarks(struct strings *words, const struct binding *binding,
                        const struct candidate *serving)
{
    const struct candidate *given = binding_given(binding);
    size_t count = binding->undefined.count, missing = serving->missing.count;
    int release = release_needed(binding);

    if (fault_of(given))
        strings_print(words, "%s", fault_of(given));
    if (missing)
        strings_print(words, "%zu of %zu symbols missing", missing, count);
    else if (count)
        strings_print(words, "%zu symbol%s", count, count == 1 ? "" : "s");
    if (release)
        strings_print(words, "needs %s %s or later", binding->vendor.known->title,
                      NVIDIA_VERSION(binding->vendor.known, release));
    if (binding->needless)
        strings_print(words, "unused");
    if (given && given->verdict == VERDICT_IS_LAZYNCCL)
        strings_print(words, "a stand-in");
    if (binding->by_lazynccl)
        strings_print(words, "by lazynccl");
}

/* Returns 1 if the requesting file does not load because nothing provides the library. */
static int is_missing(const struct binding *binding)
{
    return !binding_serving(binding)->path && !binding->declared;
}

static void print_binding(const struct audit *audit, const struct audit_file *file,
                          const struct binding *binding, const struct style *style)
{
    const struct candidate *given = binding_given(binding), *serving = binding_serving(binding);
    const char *version = RELEASE(binding->vendor.library, serving->version);
    const char *from = given ? given->found_via : NULL;
    OWNED(strings) struct strings words = {0};
    OWNED(memory) char *where = binding_text(audit, binding, style);
    OWNED(memory) char *label = label_of(file, binding);

    strings_print(&words, "    %s %-22s %-7s %s%s%s%s", binding->declared ? "opens" : "needs",
                  binding->soname, version ? version : "", where, from ? " (" : "",
                  from ? from : "", from ? ")" : "");
    add_remarks(&words, binding, serving);
    if (*label)
        strings_print(&words, "(%s)", label);
    OWNED(memory) char *line = strings_join(&words, "  ");
    style_color_line(style, is_missing(binding) ? STYLE_WARNING : NULL, "%s", line);
}

static void print_name(const struct audit_file *file, const struct style *style)
{
    style_print(style, STYLE_CHOSEN, file->name);
    putchar('\n');
}

/* Returns 1 if the note entry names an NVIDIA library. Such a library has a more detailed row. */
static int is_bound(const struct audit_file *file, const struct dlopen_entry *entry)
{
    for (size_t n = 0; n < file->bindings.count; n++)
        if (file->bindings.list[n].declared &&
            strings_has(&entry->sonames, file->bindings.list[n].soname))
            return 1;
    return 0;
}

/* Prints what a note declares, and the folder of the library that ld.so finds for it. */
static void print_note(const struct audit *audit, const struct dlopen_entry *entry,
                       const char *path, const struct style *style)
{
    OWNED(memory) char *sonames = strings_join(&entry->sonames, " ");
    OWNED(memory) char *label = dlopen_entry_label(entry);
    OWNED(memory) char *where = where_text(audit, entry->sonames.list[0], path, style);

    safe_line("    notes %-22s %s%s%s%s", sonames, *label ? "(" : "", label, *label ? ")  " : "",
              where);
}

static void print_opens(const struct audit *audit, const struct audit_file *file,
                        const struct style *style)
{
    for (size_t i = 0; i < file->opens.count; i++) {
        const char *name = file->opens.list[i];
        OWNED(memory) char *where = where_text(audit, name, file->open_paths.list[i], style);

        safe_line("    may open %-19s %s", name, where);
    }
    if (file->cannot_open)
        puts("    opens nothing: it does not import dlopen");
    else if (!file->opens.count)
        puts("    may open only what is named to it: no string is a SONAME");
}

/* Prints what one file needs. Returns how many dependencies were left out. */
static int print_file(const struct audit *audit, const struct audit_file *file,
                      const struct style *style)
{
    int others = 0, named = 0; /* named: 0 until the file's name is printed */

    if (file->lazynccl) {
        named = 1;
        print_name(file, style);
        safe_line("    contains %s", file->lazynccl);
    }
    for (size_t n = 0; n < file->notes.count; n++) {
        if (is_bound(file, &file->notes.list[n]))
            continue;
        if (!named++)
            print_name(file, style);
        print_note(audit, &file->notes.list[n], file->note_paths.list[n], style);
    }
    if (audit->opens) {
        if (!named++)
            print_name(file, style);
        print_opens(audit, file, style);
    }
    for (size_t n = 0; n < file->bindings.count; n++) {
        const struct binding *binding = &file->bindings.list[n];
        const struct candidate *serving = binding_serving(binding);

        if (!style->more && !binding->vendor.library && !fault_of(binding_given(binding)) &&
            !serving->missing.count && !is_missing(binding)) {
            others++;
            continue;
        }
        if (!named++)
            print_name(file, style);
        print_binding(audit, file, binding, style);
        if (style->more)
            print_symbols(binding, serving, style);
    }
    return others;
}

static void json_notes(struct json *json, const struct audit_file *file)
{
    for (size_t n = 0; n < file->notes.count; n++) {
        const struct dlopen_entry *entry = &file->notes.list[n];
        const char *path = file->note_paths.list[n];

        json_row(json, NULL, JSON_TEXT("file", file->name), JSON_LIST("sonames", &entry->sonames),
                 JSON_TEXT("feature", entry->feature), JSON_TEXT("priority", entry->priority),
                 JSON_TEXT("path", *path ? path : NULL));
    }
}

static void json_opens(struct json *json, const struct audit_file *of)
{
    for (size_t i = 0; i < of->opens.count; i++)
        json_row(json, NULL, JSON_TEXT("file", of->name), JSON_TEXT("soname", of->opens.list[i]),
                 JSON_TEXT("path", *of->open_paths.list[i] ? of->open_paths.list[i] : NULL));
}

static void audit_json(const struct audit *audit, struct json *json)
{
    json_begin(json, NULL, '{');
    json_string(json, "path", audit->title);
    json_number(json, "elf_files", audit->elf_count);
    if (audit->wheel)
        json_wheel(json, audit);
    json_begin(json, "needs", '[');
    for (size_t f = 0; f < audit->file_count; f++)
        for (size_t n = 0; n < audit->files[f].bindings.count; n++)
            json_binding(json, &audit->files[f].bindings.list[n]);
    json_end(json, ']');
    verdicts_json(&audit->verdicts, json);
    json_begin(json, "notes", '[');
    for (size_t f = 0; f < audit->file_count; f++)
        json_notes(json, &audit->files[f]);
    json_end(json, ']');
    if (audit->opens) {
        json_begin(json, "opens", '[');
        for (size_t f = 0; f < audit->file_count; f++)
            json_opens(json, &audit->files[f]);
        json_end(json, ']');
    }
    json_begin(json, "lazynccl", '[');
    for (size_t f = 0; f < audit->file_count; f++)
        if (audit->files[f].lazynccl)
            json_row(json, NULL, JSON_TEXT("file", audit->files[f].name),
                     JSON_TEXT("contains", audit->files[f].lazynccl));
    json_end(json, ']');
    json_end(json, '}');
}

void audit_print(const struct audit *audit, const struct table *table)
{
    int others = 0, dependents = 0;

    for (size_t f = 0; f < audit->file_count; f++)
        dependents += audit->files[f].bindings.count > 0;
    if (table->json) {
        audit_json(audit, table->json);
        return;
    }
    if (audit->wheel)
        print_wheel(audit);
    else
        safe_line("%s: %d ELF file%s, %d depend%s on NVIDIA libraries", audit->title,
                  audit->elf_count, audit->elf_count == 1 ? "" : "s", dependents,
                  dependents == 1 ? "s" : "");
    for (size_t f = 0; f < audit->file_count; f++)
        others += print_file(audit, &audit->files[f], table->style);
    if (others)
        printf("and %d dependenc%s on other NVIDIA libraries: -v shows them\n", others,
               others == 1 ? "y" : "ies");
}

/* Returns the length of a name up to its ".so", without the version. */
static size_t stem_length(const char *name)
{
    return (size_t)(strstr(name, ".so") - name);
}

/* Writes one entry of a note: the names from `first` on that differ only in their versions, in
 * reverse order. Returns the index after them. */
static size_t write_entry(struct json *json, const struct audit_file *of, size_t first)
{
    const char *name = of->opens.list[first];
    size_t stem = stem_length(name), end = first + 1;
    OWNED(strings) struct strings sonames = {0};
    OWNED(memory) char *feature = memory_copy_part(name + 3, stem - 3);
    OWNED(memory)
    char *about = memory_print("a name in the strings of %s", strings_base_name(of->name));

    while (end < of->opens.count && stem_length(of->opens.list[end]) == stem &&
           strncmp(of->opens.list[end], name, stem) == 0)
        end++;
    for (size_t i = end; i-- > first;)
        if (!audit_is_incomplete(of->opens.list[i]))
            strings_print(&sonames, "%s", of->opens.list[i]);
    if (sonames.count)
        json_row(json, NULL, JSON_LIST("soname", &sonames), JSON_TEXT("feature", feature),
                 JSON_TEXT("description", about), JSON_TEXT("priority", "suggested"));
    return end;
}

const char *audit_write_opens(const struct audit *audit, const char *path)
{
    FILE *to = fopen(path, "we");
    struct json json = {.to = to, .depth = 1};
    int failed;

    if (!to)
        return strerror(errno);
    fputs("[", to);
    for (size_t f = 0; f < audit->file_count; f++)
        for (size_t i = 0; i < audit->files[f].opens.count;)
            i = write_entry(&json, &audit->files[f], i);
    fputs("\n]\n", to);
    failed = ferror(to);
    return fclose(to) != 0 || failed ? strerror(errno) : NULL;
}
