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

static void print_symbols(const struct audit_need *need)
{
    for (size_t i = 0; i < need->demands.count; i++) {
        int lacks = 0;

        for (size_t l = 0; l < need->lacks.count; l++)
            lacks |= strcmp(need->lacks.list[l], need->demands.list[i]) == 0;
        fputs("          ", stdout);
        safe_print(stdout, need->demands.list[i]);
        puts(lacks ? "   not there" : "");
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

static void print_need(const struct audit_report *report, const struct audit_need *need,
                       const struct style *manner)
{
    char version[LAZYNCCL_VERSION_TEXT];
    int width = 22 - (int)strlen(need->soname);

    fputs(need->declared ? "    opens " : "    needs ", stdout);
    safe_print(stdout, need->soname);
    printf("%*s %-7s ", width > 0 ? width : 0, "",
           need->version ? lazynccl_version_text(need->vendor.is, need->version, version) : "");
    if (need->path) {
        print_folder(report, need->path, manner);
        printf(" (%s)", need->from);
    } else {
        fputs(need->elsewhere && need->declared ? "not by ld.so: "
              : need->elsewhere                 ? "only if loaded before: "
              : !*need->vendor.package          ? "the driver's, not here"
              : report->wheel                   ? "not in the wheel"
                                                : "not found",
              stdout);
        safe_print(stdout, need->elsewhere ? need->elsewhere : "");
    }
    if (need->fault) {
        fputs("  ", stdout);
        safe_print(stdout, need->fault);
    }
    if (need->demands.count)
        printf("  %zu symbol%s", need->demands.count, need->demands.count == 1 ? "" : "s");
    if (need->lacks.count)
        printf(", %zu not there", need->lacks.count);
    puts(need->needless ? "  nothing used of it" : "");
    if (manner->more)
        print_symbols(need);
}

/* Of one file; returns how many needs were not shown. */
static int print_file(const struct audit_report *report, const struct audit_file *file,
                      const struct style *manner)
{
    int others = 0, named = 0;

    for (size_t n = 0; n < file->need_count; n++) {
        const struct audit_need *need = &file->needs[n];

        if (!manner->more && !need->vendor.is && !need->fault && !need->lacks.count) {
            others++;
            continue;
        }
        if (!named++) {
            safe_print(stdout, file->name);
            putchar('\n');
        }
        print_need(report, need, manner);
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

static void json_need(struct json *json, const struct audit_file *file,
                      const struct audit_need *need)
{
    char version[LAZYNCCL_VERSION_TEXT];

    json_begin(json, NULL, '{');
    json_string(json, "file", file->name);
    json_bool(json, "declared", need->declared);
    json_string(json, "soname", need->soname);
    json_string(json, "path", need->path);
    json_string(json, "from", need->from);
    json_string(json, "version",
                need->version ? lazynccl_version_text(need->vendor.is, need->version, version)
                              : NULL);
    json_string(json, "fault", need->fault);
    json_string(json, "elsewhere", need->elsewhere);
    json_strings(json, "demands", &need->demands);
    json_strings(json, "lacks", &need->lacks);
    json_bool(json, "needless", need->needless);
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
        for (size_t n = 0; n < audit->files[f].need_count; n++)
            json_need(json, &audit->files[f], &audit->files[f].needs[n]);
    json_end(json, ']');
    json_end(json, '}');
}
