/* What a message means, and whether its cause is here.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/files/root.h"
#include "common/findings/show.h"
#include "common/machine/nvidia.h"
#include "common/text/memory.h"
#include "common/text/safe.h"
#include "runtime/search/path.h"
#include "tool/explain/explain.h"
#include "tool/explain/messages.h"
#include "tool/explain/pattern.h"
#include "tool/rules/rule.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
 * first; `only`: of that description. To be freed, or NULL. */
static char *named_library(const char *line, const struct lazynccl_description *only)
{
    const char *refused = strstr(line, ": cannot open shared object");
    char *found = NULL;

    for (const char *at = line; (at = strstr(at, "lib")); at++) {
        OWNED(memory) char *soname = memory_copy_part(at, pattern_name_length(at));
        char install[NVIDIA_INSTALL];

        if ((at > line && (at[-1] == '/' || isalnum((unsigned char)at[-1]))) ||
            !strstr(soname, ".so.") || !nvidia_install(soname, "", install) ||
            (only && !lazynccl_name_bears(only->sonames[0], soname)) ||
            (found && at + strlen(soname) != refused))
            continue;
        free(found);
        found = memory_copy(soname);
    }
    return found;
}

/* LN115 without a module that needs the library: a program asked ld.so for it by name, and ld.so
 * does not find it for this target. */
static void look_for_named(struct examination *at, const char *soname, const char *install)
{
    char *path = NULL;
    struct nvidia vendor;
    const char *from;

    if (!(path = linker_find(at->machine, NULL, soname, &from))) {
        const struct candidate *copy = nvidia_of(soname, &vendor) && vendor.library
                                           ? facts_copy(at->facts, vendor.library->name)
                                           : NULL;
        char *folder = NULL;

        findings_add(at->findings, "LN115", "ld.so does not find %s for %s", soname,
                     at->machine->target->who);
        if (copy && strcmp(strings_base_name(copy->path), soname) == 0 &&
            (folder = memory_folder(machine_shown(at->machine, copy->path)))) {
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
}

/* The command that brings what the message lacks: a library, or a release with a function. */
static void find_install(struct examination *at, struct told *told)
{
    struct message_symbol symbol = message_symbol(told->found);
    OWNED(memory) char *soname = named_library(told->line, symbol.library);
    const char *wants = soname ? soname : symbol.library ? symbol.library->sonames[0] : NULL;
    char version[LAZYNCCL_VERSION_TEXT], wanted[40] = "";

    const struct candidate *copy =
        symbol.library ? facts_copy(at->facts, symbol.library->name) : NULL;

    if (!wants || (*symbol.name && !symbol.added) || symbol.removed || symbol.always ||
        (copy && copy->version >= symbol.added)) /* another copy is in its way */
        return;
    if (*symbol.name)
        snprintf(wanted, sizeof wanted, ">=%s",
                 lazynccl_version_text(symbol.library, symbol.added, version));
    packages_install_soname(at->machine, at->machine->target->from, wants, wanted, told->install);
    if (soname && !*symbol.name && strings_has(&told->ids, "LN115") && !at->findings->count)
        look_for_named(at, soname, told->install);
}

/* "ncclCommWindowRegister came with NCCL 2.27.3; here is NCCL 2.18.1". */
static char *release_of(const struct examination *at, const struct told *told)
{
    struct message_symbol symbol = message_symbol(told->found);
    char added[LAZYNCCL_VERSION_TEXT], here[LAZYNCCL_VERSION_TEXT];

    int removed = symbol.removed != 0;

    if (!symbol.library || (!symbol.added && !removed))
        return NULL;
    const struct candidate *copy = facts_copy(at->facts, symbol.library->name);
    int here_too = !at->findings->count && copy && copy->version; /* a finding tells more of it */

    return memory_print(
        "%s %s with %s %s%s%s", symbol.name, removed ? "went away" : "came", symbol.library->title,
        lazynccl_version_text(symbol.library, removed ? symbol.removed : symbol.added, added),
        here_too ? "; here is " : "",
        here_too ? lazynccl_version_text(symbol.library, copy->version, here) : "");
}

static enum verb_exit diagnose(struct examination *at, const struct request *request, void *context)
{
    struct told *told = context;
    struct style style = target_style(request, at->machine->target);
    struct json json = {.to = stdout};
    struct table table = {.style = &style, .json = request->json ? &json : NULL};

    for (size_t i = 0; i < told->ids.count; i++) {
        const struct finding_row *finding = registry_row(told->ids.list[i]);

        if (finding->look)
            finding->look(at);
        told->looked |= finding->look != NULL;
    }
    find_install(at, told);
    told->release = release_of(at, told);
    if (table.json)
        explain_show_json(at, told, &table);
    else
        explain_show_text(at, told, &table);
    free(told->release);
    return at->findings->count || told->text->notes.faults ? VERB_FINDINGS : VERB_OK;
}

enum verb_exit explain_message(const struct told_text *text, const struct request *request)
{
    static const struct message_row differ = {
        CAUSE, "", "ranks differ in their NCCL release or settings", "LN703"};
    static const struct message_row missing = {CAUSE, "", "a rank never joined the others",
                                               "LN713"};
    struct message_found found = messages_find(text->text, NULL);
    int is_cause = found.row && found.row->kind != EFFECT && found.row->kind != BARE;
    struct told told = {.found = &found, .text = text};
    struct request as = *request;
    char id[8], *file = NULL;

    /* what all ranks' output shows, where no line names a cause */
    if (!is_cause && ranks_notes_have(&text->notes, "differs"))
        found = (struct message_found){.row = &differ};
    else if (!found.row && ranks_notes_have(&text->notes, "never joined"))
        found = (struct message_found){.row = &missing};
    if (!found.row)
        return explain_show_unknown(text, request);
    found.line = found.line ? found.line : "";
    told.line = memory_copy_part(found.line, found.length);
    told.means = message_means(&found);
    if (!as.as.from && !as.as.pid && !as.as.no_python && (file = file_of(told.line, as.as.root)))
        as.as.from = file;
    OWNED(memory)
    char *ids = strcmp(message_first(&found, id), "LN704") == 0 ? memory_copy(id)
                                                                : memory_copy(found.row->ids);
    told.ids = strings_split(ids, ' ');
    enum verb_exit status = target_examine("explain", &as, diagnose, &told);
    strings_free(&told.ids);
    free(told.line);
    free(told.means);
    free(file);
    return status;
}
