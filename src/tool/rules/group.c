/* Collects the files that have a fault in common.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/rules/group.h"
#include "tool/linking/environment.h"
#include "tool/text/memory.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_NAMED 3 /* files that a finding names */

void groups_add(struct groups *groups, group_say *say, const char *cause, const char *detail,
                const struct binding *binding, const char *file)
{
    size_t i = 0;

    while (i < groups->count &&
           !(groups->list[i].say == say && strcmp(groups->list[i].cause, cause) == 0 &&
             strcmp(groups->list[i].detail, detail) == 0))
        i++;
    if (i == groups->count)
        *MEMORY_ADD(groups->list, groups->count) =
            (struct group){say, memory_copy(cause), memory_copy(detail), binding, {0}};
    strings_add(&groups->list[i].files, file, strlen(file));
}

void groups_free(struct groups *groups)
{
    while (groups->count > 0) {
        struct group *group = &groups->list[--groups->count];

        strings_free(&group->files);
        free(group->cause);
        free(group->detail);
    }
    free(groups->list);
    groups->list = NULL;
}

const char *group_s(const struct group *group)
{
    return group->files.count == 1 ? "s" : "";
}

void group_report(struct examination *at, const struct group *group, const char *prefix)
{
    const struct strings *files = &group->files;
    size_t before = at->findings->count;
    char who[300];

    snprintf(who, sizeof who, "%.200s", strings_base_name(files->list[0]));
    if (files->count > 1)
        snprintf(who + strlen(who), sizeof who - strlen(who), " and %zu more file%s",
                 files->count - 1, files->count == 2 ? "" : "s");
    group->say(at, group, who);
    if (at->findings->count == before)
        return;
    for (size_t i = 0; i < files->count && i < MOST_NAMED; i++)
        findings_evidence(at->findings, "%s%s", prefix, files->list[i]);
    if (files->count > MOST_NAMED)
        findings_evidence(at->findings, "and %zu more", files->count - MOST_NAMED);
}

void groups_look_for(struct examination *at, group_judge *judge, group_say *say)
{
    const struct environment *all = environment_read(at->facts);
    struct groups groups = {NULL, 0};

    for (size_t i = 0; i < all->bindings.count; i++)
        judge(&groups, &all->bindings.list[i]);
    for (size_t i = 0; i < groups.count; i++)
        if (groups.list[i].say == say)
            group_report(at, &groups.list[i], "");
    groups_free(&groups);
}

void groups_report(const struct groups *groups, struct findings *to, const char *root,
                   const char *folder, const char *prefix)
{
    for (size_t i = 0; i < groups->count; i++) {
        const struct group *group = &groups->list[i];
        OWNED(memory)
        char *path = folder ? memory_print("%s%s", folder, group->files.list[0]) : NULL;
        const struct consumer_choice as_file = {.root = root, .from = path, .no_python = 1};
        const struct consumer_choice as_any = {.root = root, .no_python = 1};
        const char *why;
        struct facts *facts = facts_open(&as_file, &why);

        if (facts || (facts = facts_open(&as_any, &why)))
            group_report(&(struct examination){facts->machine, facts, to}, group, prefix);
    }
}
