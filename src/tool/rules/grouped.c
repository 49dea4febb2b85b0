/* Collects files that share a fault.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/rules/grouped.h"

#define MOST_NAMED 3 /* files named in a finding */

void grouped_add(struct groups *groups, const struct group_kind *kind, const char *cause,
                 const char *detail, const struct binding *binding, const char *file)
{
    size_t i = 0;

    while (i < groups->count &&
           !(groups->list[i].kind == kind && strcmp(groups->list[i].cause, cause) == 0 &&
             strcmp(groups->list[i].detail, detail) == 0))
        i++;
    if (i == groups->count)
        *MEMORY_ADD(groups->list, groups->count) =
            (struct group){kind, memory_copy(cause), memory_copy(detail), binding, {0}};
    strings_add(&groups->list[i].files, file, strlen(file));
}

void grouped_free(struct groups *groups)
{
    while (groups->count > 0) {
        struct group *group = &groups->list[--groups->count];

        strings_free(&group->files);
        free(group->cause);
        free(group->detail);
    }
    for (size_t i = 0; i < groups->owned_count; i++)
        bindings_free(&groups->owned[i]);
    free(groups->owned);
    free(groups->list);
    *groups = (struct groups){0};
}

const char *grouped_s(const struct group *group)
{
    return group->files.count == 1 ? "s" : "";
}

/* Returns 1 if packages installed all files of the group. `folder` precedes their names. */
static int is_installed(struct examination *at, const struct group *group, const char *folder)
{
    for (size_t i = 0; i < group->files.count; i++) {
        OWNED(memory) char *path = memory_print("%s%s", folder, group->files.list[i]);

        if (!packages_own(at->machine, path))
            return 0;
    }
    return 1;
}

static void name_files(struct examination *at, const struct strings *files, const char *prefix,
                       struct strings *named)
{
    for (size_t i = 0; i < files->count; i++) {
        strings_print(named, "%s%s", prefix, files->list[i]);
        if (i < MOST_NAMED)
            rule_line(at, "%s%s", prefix, files->list[i]);
    }
    if (files->count > MOST_NAMED)
        rule_line(at, "and %zu more", files->count - MOST_NAMED);
}

void grouped_report_one(struct examination *at, const struct group *group, const char *folder,
                        const char *prefix)
{
    const struct group_kind *kind = group->kind;
    const struct strings *files = &group->files;
    size_t before = at->findings->count, others = files->count - 1;
    const char *first = strings_base_name(files->list[0]);
    OWNED(memory)
    char *who =
        others ? memory_print("%.200s and %zu more file%s", first, others, others == 1 ? "" : "s")
               : memory_print("%.200s", first);

    if (kind->say)
        kind->say(at, group, who);
    else
        rule_add(at, kind->id, kind->what, who, group->detail, group->cause);
    if (at->findings->count == before)
        return;
    struct finding *finding = &at->findings->list[before];
    if (folder && (kind->is_mild || finding->severity == NOTE) && is_installed(at, group, folder)) {
        finding->severity = NOTE;
        finding->is_installed = *folder != '\0' || kind->is_mild;
    }
    if (kind->evidence)
        rule_line(at, kind->evidence, group->cause);
    if (kind->given)
        rule_evidence(at, group->binding->vendor.library, binding_given(group->binding));
    if (*first)
        name_files(at, files, prefix, &finding->files);
}

/* Returns the faults that a function reads from the target's files, once. */
static struct groups *groups_of(struct facts *facts, group_read *read)
{
    struct groups *groups = facts->groups;

    while (groups && groups->read != read)
        groups = groups->next;
    if (!groups) {
        groups = memory_get(1, sizeof *groups);
        *groups = (struct groups){.read = read, .next = facts->groups};
        facts->groups = groups;
        read(groups, facts);
    }
    return groups;
}

void grouped_look_for(struct examination *at, group_read *read, const char *id)
{
    const struct groups *groups = groups_of(at->facts, read);

    for (size_t i = groups->reported; i < groups->count; i++) {
        const struct group *group = &groups->list[i];

        if (strcmp(group->kind->id, id) == 0 &&
            !(group->kind->is_mild && is_installed(at, group, "")))
            grouped_report_one(at, group, NULL, "");
    }
}

void grouped_look_for_all(struct examination *at, group_read *read)
{
    struct groups *groups = groups_of(at->facts, read);

    for (; groups->reported < groups->count; groups->reported++)
        grouped_report_one(at, &groups->list[groups->reported], NULL, "");
}

void grouped_report(const struct groups *groups, struct findings *to, const char *root,
                    const char *folder, const char *prefix)
{
    for (size_t i = 0; i < groups->count; i++) {
        const struct group *group = &groups->list[i];
        OWNED(memory)
        char *path = folder ? memory_print("%s%s", folder, group->files.list[0]) : NULL;
        const struct target_choice as_file = {.root = root, .from = path, .no_python = !path};
        const char *why;
        struct facts *facts = facts_open(&as_file, &why);

        if (!facts)
            facts = facts_plain(root);
        grouped_report_one(&(struct examination){facts->machine, facts, to}, group, folder, prefix);
    }
}
