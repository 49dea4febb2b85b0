/* What a message means, and whether its cause is here.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "search/search.h"
#include "search/view.h"
#include "tool/files/root.h"
#include "tool/findings/messages.h"
#include "tool/findings/show.h"
#include "tool/machine/nvidia.h"
#include "tool/rules/rule.h"
#include "tool/text/memory.h"
#include "tool/text/safe.h"
#include "tool/verbs/explain/explain.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_CAUSES = 3 };

/* A message's path as the root has it, relative to the current folder; to be freed. NULL: it is not
 * a path, or no file is there. */
static char *path_there(char *path, const char *root)
{
    char *absolute = *path == '/'                  ? memory_copy(path)
                     : strchr(path, '/') && !*root ? realpath(path, NULL)
                                                   : NULL;
    char *whole = absolute ? root_inside(root, memory_copy(absolute)) : NULL;

    free(path);
    if (!whole || !lazynccl_exists(whole) || lazynccl_is_folder(whole)) {
        free(absolute);
        absolute = NULL;
    }
    free(whole);
    return absolute;
}

/* The file that a message is about: "/x/liba.so: undefined symbol: y". To be freed, or NULL. */
static char *file_of(const char *message, const char *root)
{
    static const char *const signs[] = {": undefined symbol", ": symbol lookup error",
                                        ": version `", ": error while loading shared libraries"};

    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        const char *end = strstr(message, signs[i]), *start = end;

        while (start && start > message && !isspace((unsigned char)start[-1]) && start[-1] != '(')
            start--;
        char *path = start ? memory_copy_part(start, (size_t)(end - start)) : NULL;

        if (path && (path = path_there(path, root)))
            return path;
    }
    return NULL;
}

/* The NVIDIA library that a line names without a folder: the one that could not be opened, else the
 * first; to be freed, or NULL. */
static char *named_library(const char *line, char install[NVIDIA_INSTALL])
{
    static const char name[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
    const char *refused = strstr(line, ": cannot open shared object");
    char *found = NULL;

    for (const char *at = line; (at = strstr(at, "lib")); at++) {
        char *soname = at == line || (at[-1] != '/' && !isalnum((unsigned char)at[-1]))
                           ? memory_copy_part(at, strspn(at, name))
                           : NULL;

        if (soname && strstr(soname, ".so.") && nvidia_install(soname, "", install) &&
            (!found || at + strlen(soname) == refused)) {
            free(found);
            found = soname;
            soname = NULL;
        }
        free(soname);
    }
    if (found)
        nvidia_install(found, "", install);
    return found;
}

/* LN115 without a module that needs the library: a program asked ld.so for it by name, and ld.so
 * does not find it for this consumer. */
static void look_for_named(struct examination *at, const char *line)
{
    char install[NVIDIA_INSTALL], *soname = named_library(line, install), *path = NULL;
    struct nvidia vendor;
    const char *from;

    if (soname && !(path = linker_find(at->machine, NULL, soname, &from))) {
        const struct candidate *copy = nvidia_of(soname, &vendor) && vendor.library
                                           ? facts_copy(at->facts, vendor.library->name)
                                           : NULL;
        char *folder = NULL;

        findings_add(at->findings, "LN115", "ld.so does not find %s for %s", soname,
                     at->machine->consumer->who);
        if (copy && strcmp(strings_base_name(copy->path), soname) == 0 &&
            (folder = lazynccl_folder_of(machine_shown(at->machine, copy->path)))) {
            rule_evidence(at, vendor.library, copy);
            findings_remedy(at->findings, "LD_LIBRARY_PATH=%s", folder);
        } else {
            findings_evidence(at->findings,
                              "in no folder of LD_LIBRARY_PATH, of ld.so's cache or by default");
            findings_remedy(at->findings, "%s", install);
        }
        free(folder);
    }
    free(path);
    free(soname);
}

/* A message, and what it means. */
struct told {
    const struct message_found *found;
    char *line, *means;
    char *release; /* since when there is the function that it names, and what is here; or NULL */
    struct strings ids; /* of the findings that may be its cause */
    int looked;         /* 1: there are rules for some of them */
    size_t dropped;     /* lines before the text */
};

/* "ncclCommWindowRegister came with NCCL 2.27.3; here is NCCL 2.18.1". */
static char *release_of(const struct examination *at, const struct told *told)
{
    struct message_symbol symbol = message_symbol(told->found);
    char added[LAZYNCCL_VERSION_TEXT], here[LAZYNCCL_VERSION_TEXT];

    if (!symbol.library || !symbol.added || symbol.always)
        return NULL;
    int removed = symbol.removed != 0;
    const struct candidate *copy = facts_copy(at->facts, symbol.library->name);
    int here_too = !at->findings->count && copy && copy->version; /* a finding tells more of it */

    return memory_print(
        "%s %s with %s %s%s%s", symbol.name, removed ? "went away" : "came", symbol.library->title,
        lazynccl_version_text(symbol.library, removed ? symbol.removed : symbol.added, added),
        here_too ? "; here is " : "",
        here_too ? lazynccl_version_text(symbol.library, copy->version, here) : "");
}

static void show_json(const struct examination *at, const struct told *told,
                      const struct table *table)
{
    look_as_begin("explain", at, table);
    json_string(table->json, "means", told->means);
    json_string(table->json, "line", told->line);
    json_string(table->json, "release", told->release);
    json_strings(table->json, "looked_for", &told->ids);
    findings_json(at->findings, at->machine, table->json);
}

/* People get the answer first: what it means, what to do, then what was looked at. */
static void show_text(const struct examination *at, const struct told *told,
                      const struct table *table)
{
    safe_print(stdout, told->means);
    putchar('\n');
    if (told->found->number > 1 || told->dropped) {
        fputs("  line ", stdout);
        if (!told->dropped)
            printf("%zu: ", told->found->number);
        safe_print(stdout, told->line);
        putchar('\n');
    }
    if (told->release)
        printf("  %s\n", told->release);
    for (size_t i = 0; !at->findings->count && i < told->ids.count && i < SHOWN_CAUSES; i++)
        if (table->style->more)
            findings_row_print(registry_row(told->ids.list[i]), table->style);
        else
            findings_row_briefly(registry_row(told->ids.list[i]));
    findings_end(table, at->findings, at->machine, NULL);
    if (told->looked)
        look_as_begin("explain", at, table);
    if (told->looked && !at->findings->count)
        puts("not the case here; it may be where this was printed");
}

static enum verb_exit diagnose(struct examination *at, const struct request *request, void *context)
{
    struct told *told = context;
    struct style style = look_as_style(request, at->machine->consumer);
    struct json json = {.to = stdout};
    struct table table = {.style = &style, .json = request->json ? &json : NULL};

    for (size_t i = 0; i < told->ids.count; i++) {
        const struct finding_row *finding = registry_row(told->ids.list[i]);

        if (finding->look)
            finding->look(at);
        told->looked |= finding->look != NULL;
    }
    if (strings_has(&told->ids, "LN115") && !at->findings->count)
        look_for_named(at, told->line);
    told->release = release_of(at, told);
    if (table.json)
        show_json(at, told, &table);
    else
        show_text(at, told, &table);
    free(told->release);
    return at->findings->count ? VERB_FINDINGS : VERB_OK;
}

/* NCCL's first warning in a text, to be freed; NULL: there is none. */
static char *first_warning(const char *text)
{
    const char *at = strstr(text, "NCCL WARN ");

    return at ? memory_copy_part(at, strcspn(at, "\n")) : NULL;
}

static enum verb_exit show_unknown(const char *text, const struct request *request)
{
    static char *const steps[] = {
        "run again with NCCL_DEBUG=WARN, and give the whole output of all ranks to lazynccl "
        "explain",
        "lazynccl doctor looks for everything that is known to go wrong",
    };
    static char *const unknown[] = {"unrecognized message"};
    const struct strings next = {(char **)steps, 2}, not_looked_at = {(char **)unknown, 1};
    OWNED(memory) char *warning = first_warning(text);

    if (request->json) {
        struct json json = {.to = stdout};

        json_answer(&json, "explain");
        json_string(&json, "as", NULL);
        json_string(&json, "means", NULL);
        json_string(&json, "line", warning);
        json_string(&json, "release", NULL);
        json_strings(&json, "looked_for", &(struct strings){0});
        json_strings(&json, "next", &next);
        json_begin(&json, "findings", '[');
        json_end(&json, ']');
        json_strings(&json, "not_looked_at", &not_looked_at);
        json_end(&json, '}');
    }
    verb_unreadable("explain", NULL, "unrecognized message");
    if (!request->json && warning) {
        fputs("  line ", stdout);
        safe_print(stdout, warning);
        putchar('\n');
    }
    for (size_t i = 0; !request->json && i < next.count; i++)
        safe_print_wrapped(2, "help: ", steps[i]);
    return VERB_UNREADABLE;
}

enum verb_exit explain_message(const char *text, size_t dropped, const struct request *request)
{
    struct message_found found = messages_find(text, NULL);
    struct told told = {.found = &found, .dropped = dropped};
    struct request as = *request;
    char id[8], *file = NULL;

    if (!found.row)
        return show_unknown(text, request);
    told.line = memory_copy_part(found.line, found.length);
    told.means = message_means(&found);
    if (!as.as.from && !as.as.pid && !as.as.no_python && (file = file_of(told.line, as.as.root)))
        as.as.from = file;
    OWNED(memory)
    char *ids = strcmp(message_first(&found, id), "LN704") == 0 ? memory_copy(id)
                                                                : memory_copy(found.row->ids);
    told.ids = strings_split(ids, ' ');
    enum verb_exit status = look_as("explain", &as, diagnose, &told);
    strings_free(&told.ids);
    free(told.line);
    free(told.means);
    free(file);
    return status;
}
