/* Prints an audit: of a wheel the verdict first, then who needs what, a line each.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/verbs/audit/print.h"
#include "search/view.h"
#include "tool/findings/show.h"
#include "tool/text/safe.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_outside(const struct audit_report *report)
{
    const struct dist_info *is = &report->wheel->is;
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
    const struct dist_info *is = &report->wheel->is;

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
        int missing = 0;

        for (size_t m = 0; serving && m < serving->missing.count; m++)
            missing |= strcmp(serving->missing.list[m], binding->undefined.list[i]) == 0;
        fputs("          ", stdout);
        safe_print(stdout, binding->undefined.list[i]);
        puts(missing ? "   not there" : "");
    }
}

/* The folder of a file: below the one that is audited from there on, others whole. */
static void print_folder(const struct audit_report *report, const char *path,
                         const struct style *manner)
{
    const char *name = strrchr(path, '/');
    size_t length = report->folder ? strlen(report->folder) : 0;

    if (length && strncmp(path, report->folder, length) == 0 && path[length] == '/')
        path += length + 1;
    char *folder = strndup(path, name && name > path ? (size_t)(name - path) : 0);
    if (manner->full_paths)
        safe_print(stdout, path);
    else
        style_print_path(manner, folder && *folder ? folder : ".");
    free(folder);
}

/* Why ld.so could not use what it comes to; NULL: it can. */
static const char *fault_of(const struct candidate *given)
{
    return given && (given->verdict == VERDICT_UNREADABLE || given->verdict == VERDICT_FOR_LINKING)
               ? given->outcome
               : NULL;
}

static void print_binding(const struct audit_report *report, const struct binding *binding,
                          const struct style *manner)
{
    const struct candidate *given = binding_given(binding), *serving = binding_serving(binding);
    const char *elsewhere = binding->preloaded.path, *fault = fault_of(given);
    char version[LAZYNCCL_VERSION_TEXT];
    int width = 22 - (int)strlen(binding->soname);

    fputs(binding->declared ? "    opens " : "    needs ", stdout);
    safe_print(stdout, binding->soname);
    printf("%*s %-7s ", width > 0 ? width : 0, "",
           serving && serving->version
               ? lazynccl_version_text(binding->vendor.library, serving->version, version)
               : "");
    if (given) {
        print_folder(report, given->path, manner);
        printf(" (%s)", given->place);
    } else {
        fputs(elsewhere && binding->declared ? "not by ld.so: "
              : elsewhere                    ? "only if loaded before: "
              : !*binding->vendor.package    ? "the driver's, not here"
              : report->wheel                ? "not in the wheel"
                                             : "not found",
              stdout);
        safe_print(stdout, elsewhere ? elsewhere : "");
    }
    if (fault) {
        fputs("  ", stdout);
        safe_print(stdout, fault);
    }
    if (binding->undefined.count)
        printf("  %zu symbol%s", binding->undefined.count,
               binding->undefined.count == 1 ? "" : "s");
    if (serving && serving->missing.count)
        printf(", %zu not there", serving->missing.count);
    puts(binding->needless ? "  nothing used of it" : "");
    if (manner->more)
        print_symbols(binding, serving);
}

/* Of one file; returns how many needs were not shown. */
static int print_file(const struct audit_report *report, const struct audit_file *file,
                      const struct style *manner)
{
    int others = 0, named = 0;

    for (size_t n = 0; n < file->bindings.count; n++) {
        const struct binding *binding = &file->bindings.list[n];
        const struct candidate *serving = binding_serving(binding);

        if (!manner->more && !binding->vendor.library && !fault_of(binding_given(binding)) &&
            !(serving && serving->missing.count)) {
            others++;
            continue;
        }
        if (!named++) {
            safe_print(stdout, file->name);
            putchar('\n');
        }
        print_binding(report, binding, manner);
    }
    return others;
}

void audit_report_print(const struct audit_report *report, const struct style *manner)
{
    const struct audit *audit = &report->audit;
    int others = 0;

    if (report->wheel) {
        print_verdict(report);
    } else {
        safe_print(stdout, report->title);
        printf(": %d ELF file%s, %zu ask%s for libraries of NVIDIA's\n", audit->elf_count,
               audit->elf_count == 1 ? "" : "s", audit->file_count,
               audit->file_count == 1 ? "s" : "");
    }
    for (size_t f = 0; f < audit->file_count; f++)
        others += print_file(report, &audit->files[f], manner);
    if (others)
        printf("and %d of other libraries of NVIDIA's: -v shows them\n", others);
}

static void json_wheel(struct json *json, const struct audit_report *report)
{
    const struct dist_info *is = &report->wheel->is;
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

static void json_binding(struct json *json, const struct binding *binding)
{
    static const struct candidate none;
    const struct candidate *given = binding_given(binding), *serving = binding_serving(binding);
    char version[LAZYNCCL_VERSION_TEXT];

    serving = serving ? serving : &none;
    json_begin(json, NULL, '{');
    json_string(json, "file", binding->file);
    json_bool(json, "declared", binding->declared);
    json_string(json, "soname", binding->soname);
    json_string(json, "path", given ? given->path : NULL);
    json_string(json, "from", given ? given->place : NULL);
    json_string(json, "version",
                serving->version
                    ? lazynccl_version_text(binding->vendor.library, serving->version, version)
                    : NULL);
    json_string(json, "fault", fault_of(given));
    json_string(json, "elsewhere", binding->preloaded.path);
    json_strings(json, "demands", &binding->undefined);
    json_strings(json, "lacks", &serving->missing);
    json_bool(json, "needless", binding->needless);
    json_end(json, '}');
}

void audit_report_json(const struct audit_report *report, struct json *json)
{
    const struct audit *audit = &report->audit;

    json_begin(json, NULL, '{');
    json_string(json, "path", report->title);
    json_number(json, "elf_files", audit->elf_count);
    if (report->wheel)
        json_wheel(json, report);
    json_begin(json, "needs", '[');
    for (size_t f = 0; f < audit->file_count; f++)
        for (size_t n = 0; n < audit->files[f].bindings.count; n++)
            json_binding(json, &audit->files[f].bindings.list[n]);
    json_end(json, ']');
    json_end(json, '}');
}
