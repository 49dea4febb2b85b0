/* Shows an audit: of a wheel the verdict first, then which file needs what, a line each.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/verbs/audit/print.h"
#include "search/view.h"
#include "tool/findings/show.h"
#include "tool/text/memory.h"
#include "tool/text/safe.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_outside(const struct audit_report *report)
{
    const struct dist_info *is = &report->wheel->metadata;
    struct nvidia vendor;
    int excluded = 0;

    for (size_t i = 0; i < report->outside.count; i++) {
        const char *soname = report->outside.list[i];
        int known = nvidia_of(soname, &vendor);
        const char *brings =
            known && *vendor.package ? dist_info_brings(is, vendor.package, soname) : NULL;

        fputs("      ", stdout);
        safe_print(stdout, soname);
        fputs(known && !*vendor.package ? ": the driver's"
              : brings                  ? ": brought by "
              : known                   ? ": nothing that it requires brings it"
                                        : ": not NVIDIA's, not on every system",
              stdout);
        safe_print(stdout, brings ? brings : "");
        putchar('\n');
        excluded += known;
    }
    if (!excluded)
        return;
    fputs("      auditwheel repair", stdout);
    for (size_t i = 0; i < report->outside.count; i++)
        if (nvidia_of(report->outside.list[i], &vendor)) {
            fputs(" --exclude ", stdout);
            safe_print(stdout, report->outside.list[i]);
        }
    putchar('\n');
}

static void print_verdict(const struct audit_report *report)
{
    const struct dist_info *is = &report->wheel->metadata;

    safe_print(stdout, report->title);
    fputs(report->outside.count ? ": not self-contained: needs from outside\n"
                                : ": self-contained\n",
          stdout);
    print_outside(report);
    fputs("      ", stdout);
    safe_print(stdout, is->name);
    putchar(' ');
    safe_print(stdout, is->version ? is->version : "of unknown version");
    for (size_t i = 0; i < is->tags.count; i++) {
        fputs(", ", stdout);
        safe_print(stdout, is->tags.list[i]);
    }
    putchar('\n');
}

static void print_symbols(const struct binding *binding, const struct candidate *serving)
{
    for (size_t i = 0; i < binding->undefined.count; i++) {
        const char *symbol = binding->undefined.list[i];

        fputs("          ", stdout);
        safe_print(stdout, symbol);
        puts(strings_has(&serving->missing, symbol) ? "   not there" : "");
    }
}

/* A file's folder as people see it: relative to the folder that is audited, or absolute. To be
 * freed. */
static char *folder_of(const struct audit_report *report, const char *path,
                       const struct style *style)
{
    const char *name = strrchr(path, '/');
    size_t length = report->folder ? strlen(report->folder) : 0;

    if (length && strncmp(path, report->folder, length) == 0 && path[length] == '/')
        path += length + 1;
    if (style->full_paths)
        return memory_copy(path);
    char *folder = memory_copy_part(path, name && name > path ? (size_t)(name - path) : 0);
    char *text = style_path(style, *folder ? folder : ".");

    free(folder);
    return text;
}

/* Why ld.so could not use what it comes to; NULL: it can. */
static const char *fault_of(const struct candidate *given)
{
    return given && (given->verdict == VERDICT_UNREADABLE || given->verdict == VERDICT_FOR_LINKING)
               ? given->outcome
               : NULL;
}

static char *where_text(const struct audit_report *report, const struct binding *binding,
                        const struct style *style)
{
    const struct candidate *given = binding_given(binding);
    const char *elsewhere = binding->preloaded.path;

    if (given)
        return folder_of(report, given->path, style);
    return memory_print("%s%s",
                        elsewhere && binding->declared ? "not by ld.so: "
                        : elsewhere                    ? "only if loaded before: "
                        : !*binding->vendor.package    ? "the driver's, not here"
                        : report->wheel                ? "not in the wheel"
                                                       : "not found",
                        elsewhere ? elsewhere : "");
}

/* "2 symbols, 1 not there"; NULL: none. */
static char *symbols_text(const struct binding *binding, const struct candidate *serving)
{
    size_t count = binding->undefined.count, missing = serving->missing.count;

    return missing
               ? memory_print("%zu symbol%s, %zu not there", count, count == 1 ? "" : "s", missing)
           : count ? memory_print("%zu symbol%s", count, count == 1 ? "" : "s")
                   : NULL;
}

static void show_binding(const struct audit_report *report, const struct binding *binding,
                         struct table *table)
{
    static const struct candidate none;
    const struct candidate *given = binding_given(binding), *serving = binding_serving(binding);
    char version[LAZYNCCL_VERSION_TEXT], *where, *symbols;

    serving = serving ? serving : &none;
    where = table->json ? NULL : where_text(report, binding, table->style);
    symbols = symbols_text(binding, serving);
    table_row(table, NULL,
              "    {how} {soname:22} {version:7} {where}[ ({from})][  {fault}][  {symbols}]"
              "[  {unused}]\n",
              CELL("file", binding->file), CELL_FLAG("declared", binding->declared),
              CELL("soname", binding->soname), CELL("path", given ? given->path : NULL),
              CELL("from", given ? given->place : NULL),
              CELL("version", serving->version ? lazynccl_version_text(binding->vendor.library,
                                                                       serving->version, version)
                                               : NULL),
              CELL("fault", fault_of(given)), CELL("elsewhere", binding->preloaded.path),
              CELL_LIST("demands", &binding->undefined), CELL_LIST("lacks", &serving->missing),
              CELL_FLAG("needless", binding->needless),
              CELL_SHOWN("how", binding->declared ? "opens" : "needs"), CELL_SHOWN("where", where),
              CELL_SHOWN("symbols", symbols),
              CELL_SHOWN("unused", binding->needless ? "nothing used of it" : NULL));
    free(where);
    free(symbols);
    if (!table->json && table->style->more)
        print_symbols(binding, serving);
}

/* Of one file; returns how many needs were not shown. */
static int print_file(const struct audit_report *report, const struct audit_file *file,
                      struct table *table)
{
    int others = 0, named = 0;

    for (size_t n = 0; n < file->bindings.count; n++) {
        const struct binding *binding = &file->bindings.list[n];
        const struct candidate *serving = binding_serving(binding);

        if (!table->style->more && !binding->vendor.library && !fault_of(binding_given(binding)) &&
            !(serving && serving->missing.count)) {
            others++;
            continue;
        }
        if (!named++) {
            safe_print(stdout, file->name);
            putchar('\n');
        }
        show_binding(report, binding, table);
    }
    return others;
}

void audit_report_print(const struct audit_report *report, const struct style *style)
{
    struct table table = {.style = style};
    const struct audit *audit = &report->audit;
    int others = 0;

    if (report->wheel) {
        print_verdict(report);
    } else {
        safe_print(stdout, report->title);
        printf(": %d ELF file%s, %zu depend%s on NVIDIA libraries\n", audit->elf_count,
               audit->elf_count == 1 ? "" : "s", audit->file_count,
               audit->file_count == 1 ? "s" : "");
    }
    for (size_t f = 0; f < audit->file_count; f++)
        others += print_file(report, &audit->files[f], &table);
    if (others)
        printf("and %d on other NVIDIA libraries: -v shows them\n", others);
}

static void json_wheel(struct json *json, const struct audit_report *report)
{
    const struct dist_info *is = &report->wheel->metadata;
    struct nvidia vendor;

    json_begin(json, "wheel", '{');
    json_string(json, "name", is->name);
    json_string(json, "version", is->version);
    json_bool(json, "self_contained", report->outside.count == 0);
    json_strings(json, "outside", &report->outside);
    json_begin(json, "exclude", '[');
    for (size_t i = 0; i < report->outside.count; i++)
        if (nvidia_of(report->outside.list[i], &vendor))
            json_string(json, NULL, report->outside.list[i]);
    json_end(json, ']');
    json_strings(json, "requires", &is->requires);
    json_strings(json, "tags", &is->tags);
    json_end(json, '}');
}

void audit_report_json(const struct audit_report *report, struct json *json)
{
    struct table table = {.json = json};
    const struct audit *audit = &report->audit;

    json_begin(json, NULL, '{');
    json_string(json, "path", report->title);
    json_number(json, "elf_files", audit->elf_count);
    if (report->wheel)
        json_wheel(json, report);
    table_begin(&table, "needs");
    for (size_t f = 0; f < audit->file_count; f++)
        for (size_t n = 0; n < audit->files[f].bindings.count; n++)
            show_binding(report, &audit->files[f].bindings.list[n], &table);
    table_end(&table);
    json_end(json, '}');
}
