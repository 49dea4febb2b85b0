/* Shows an audit: of a wheel the verdict first, then which file needs what, a line each.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/audit/report.h"

/* What auditwheel must not copy into the wheel: NVIDIA's libraries. */
static struct strings excluded(const struct audit *audit)
{
    struct strings list = {0};
    struct nvidia vendor;

    for (size_t i = 0; i < audit->outside.count; i++)
        if (nvidia_of(audit->outside.list[i], &vendor))
            strings_print(&list, "%s", audit->outside.list[i]);
    return list;
}

static void print_wheel(const struct audit *audit)
{
    const struct dist_info *is = &audit->wheel->metadata;
    OWNED(strings) struct strings exclude = excluded(audit);
    OWNED(memory) char *options = strings_join(&exclude, " --exclude ");
    OWNED(memory) char *tags = strings_join(&is->tags, ", ");
    struct nvidia vendor;

    safe_line("%s: %s", audit->title,
              audit->outside.count ? "not self-contained: needs from outside" : "self-contained");
    for (size_t i = 0; i < audit->outside.count; i++) {
        const char *soname = audit->outside.list[i];
        int known = nvidia_of(soname, &vendor);
        const char *brings =
            known && *vendor.package ? dist_info_brings(is, vendor.package, soname) : NULL;

        safe_line("      %s%s%s", soname,
                  known && !*vendor.package ? ": the driver's"
                  : brings                  ? ": brought by "
                  : known                   ? ": nothing that it requires brings it"
                                            : ": not NVIDIA's, not on every system",
                  brings ? brings : "");
    }
    if (exclude.count)
        safe_line("      auditwheel repair --exclude %s", options);
    safe_line("      %s %s%s%s", is->name, is->version ? is->version : "of unknown version",
              *tags ? ", " : "", tags);
}

static void json_wheel(struct json *json, const struct audit *audit)
{
    const struct dist_info *is = &audit->wheel->metadata;
    OWNED(strings) struct strings exclude = excluded(audit);

    json_begin(json, "wheel", '{');
    json_string(json, "name", is->name);
    json_string(json, "version", is->version);
    json_bool(json, "self_contained", audit->outside.count == 0);
    json_strings(json, "outside", &audit->outside);
    json_strings(json, "exclude", &exclude);
    json_strings(json, "requires", &is->requires);
    json_strings(json, "tags", &is->tags);
    json_end(json, '}');
}

static void show_symbols(const struct binding *binding, const struct candidate *serving,
                         struct table *table)
{
    for (size_t i = 0; i < binding->undefined.count; i++) {
        const char *symbol = binding->undefined.list[i];
        int there = !strings_has(&serving->missing, symbol);

        style_color_line(table->style, there ? STYLE_EVIDENCE : STYLE_ERROR, "          %s%s",
                         symbol, there ? "" : "   missing");
    }
}

/* A file's folder as people see it: relative to the folder that is audited, or absolute. To be
 * freed. */
static char *folder_of(const struct audit *audit, const char *path, const struct style *style)
{
    const char *name = strrchr(path, '/');
    size_t length = audit->folder ? strlen(audit->folder) : 0;

    if (length && strncmp(path, audit->folder, length) == 0 && path[length] == '/')
        path += length + 1;
    if (style->full_paths)
        return memory_copy(path);
    OWNED(memory)
    char *folder = memory_copy_part(path, name && name > path ? (size_t)(name - path) : 0);

    return style_path(style, *folder ? folder : ".");
}

/* Why ld.so could not use what it comes to; NULL: it can. */
static const char *fault_of(const struct candidate *given)
{
    return given && (given->verdict == VERDICT_UNREADABLE || given->verdict == VERDICT_FOR_LINKING)
               ? given->outcome
               : NULL;
}

static char *where_text(const struct audit *audit, const struct binding *binding,
                        const struct style *style)
{
    const struct candidate *given = binding_given(binding);
    const char *elsewhere = binding->preloaded.path;

    if (given)
        return folder_of(audit, given->path, style);
    return memory_print("%s%s",
                        elsewhere && binding->declared ? "not by ld.so: "
                        : elsewhere                    ? "only if loaded before: "
                        : !*binding->vendor.package    ? "the driver's, not here"
                        : audit->wheel                 ? "not in the wheel"
                                                       : "not found",
                        elsewhere ? elsewhere : "");
}

static void json_binding(struct json *json, const struct binding *binding,
                         const struct candidate *serving, const char *version)
{
    const struct candidate *given = binding_given(binding);

    json_row(json, NULL, JSON_TEXT("file", binding->file), JSON_FLAG("declared", binding->declared),
             JSON_TEXT("soname", binding->soname), JSON_TEXT("path", given ? given->path : NULL),
             JSON_TEXT("from", given ? given->found_via : NULL), JSON_TEXT("version", version),
             JSON_TEXT("fault", fault_of(given)), JSON_TEXT("elsewhere", binding->preloaded.path),
             JSON_LIST("demands", &binding->undefined), JSON_LIST("lacks", &serving->missing),
             JSON_FLAG("needless", binding->needless),
             JSON_FLAG("stand_in", given && given->verdict == VERDICT_IS_LAZYNCCL),
             JSON_FLAG("lazynccl", binding->by_lazynccl));
}

static void print_binding(const struct audit *audit, const struct binding *binding,
                          const struct candidate *serving, const char *version,
                          const struct style *style)
{
    const struct candidate *given = binding_given(binding);
    const char *from = given ? given->found_via : NULL;
    size_t count = binding->undefined.count, missing = serving->missing.count;
    OWNED(strings) struct strings words = {0};
    OWNED(memory) char *where = where_text(audit, binding, style);
    int is_missing =
        !given && !binding->declared && !binding->preloaded.path && *binding->vendor.package;

    strings_print(&words, "    %s %-22s %-7s %s%s%s%s", binding->declared ? "opens" : "needs",
                  binding->soname, version ? version : "", where, from ? " (" : "",
                  from ? from : "", from ? ")" : "");
    if (fault_of(given))
        strings_print(&words, "%s", fault_of(given));
    if (missing)
        strings_print(&words, "%zu of %zu symbols missing", missing, count);
    else if (count)
        strings_print(&words, "%zu symbol%s", count, count == 1 ? "" : "s");
    if (binding->needless)
        strings_print(&words, "unused");
    if (given && given->verdict == VERDICT_IS_LAZYNCCL)
        strings_print(&words, "a stand-in");
    if (binding->by_lazynccl)
        strings_print(&words, "by lazynccl");
    OWNED(memory) char *line = strings_join(&words, "  ");
    style_color_line(style, is_missing ? STYLE_WARNING : NULL, "%s", line);
}

static void show_binding(const struct audit *audit, const struct binding *binding,
                         struct table *table)
{
    static const struct candidate none;
    const struct candidate *serving = binding_serving(binding);
    char text[LAZYNCCL_VERSION_TEXT];

    serving = serving ? serving : &none;
    const char *version =
        serving->version ? lazynccl_version_text(binding->vendor.library, serving->version, text)
                         : NULL;
    json_binding(table->json, binding, serving, version);
    if (table->json)
        return;
    print_binding(audit, binding, serving, version, table->style);
    if (table->style->more)
        show_symbols(binding, serving, table);
}

/* Of one file; returns how many needs were not shown. */
static int show_file(const struct audit *audit, const struct audit_file *file, struct table *table)
{
    int others = 0, named = 0;

    for (size_t n = 0; n < file->bindings.count; n++) {
        const struct binding *binding = &file->bindings.list[n];
        const struct candidate *serving = binding_serving(binding);

        if (!table->json && !table->style->more && !binding->vendor.library &&
            !fault_of(binding_given(binding)) && !(serving && serving->missing.count)) {
            others++;
            continue;
        }
        if (!table->json && !named++) {
            style_print(table->style, STYLE_CHOSEN, file->name);
            putchar('\n');
        }
        show_binding(audit, binding, table);
    }
    return others;
}

void audit_print(const struct audit *audit, struct table *table)
{
    struct json *json = table->json;
    int others = 0;

    json_begin(json, NULL, '{');
    json_string(json, "path", audit->title);
    json_number(json, "elf_files", audit->elf_count);
    if (audit->wheel && json)
        json_wheel(json, audit);
    else if (audit->wheel)
        print_wheel(audit);
    else if (!json)
        safe_line("%s: %d ELF file%s, %zu depend%s on NVIDIA libraries", audit->title,
                  audit->elf_count, audit->elf_count == 1 ? "" : "s", audit->file_count,
                  audit->file_count == 1 ? "s" : "");
    json_begin(json, "needs", '[');
    for (size_t f = 0; f < audit->file_count; f++)
        others += show_file(audit, &audit->files[f], table);
    json_end(json, ']');
    json_end(json, '}');
    if (others)
        printf("and %d dependenc%s on other NVIDIA libraries: -v shows them\n", others,
               others == 1 ? "y" : "ies");
}
