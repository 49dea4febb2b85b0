/* Formats what rules report: copies of a library, and variables.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/rules/rule.h"

void rule_evidence(struct examination *at, const struct lazynccl_description *desc,
                   const struct candidate *candidate)
{
    const char *path = machine_shown(at->machine, candidate->path);

    if (!candidate->found_via)
        rule_line(at, "%s", path);
    else
        rule_line(at, "%s (%s)%s%s", path, candidate->found_via, candidate->version ? " " : "",
                  candidate->version ? NVIDIA_VERSION(desc, candidate->version) : "");
}

int rule_has_evidence(const struct examination *at, const char *path)
{
    for (size_t i = 0; i < at->findings->count; i++)
        for (size_t k = 0; k < at->findings->list[i].evidence.count; k++)
            if (strncmp(at->findings->list[i].evidence.list[k], path, strlen(path)) == 0)
                return 1;
    return 0;
}

struct setting rule_setting(struct examination *at, const char *name)
{
    struct setting setting = {.name = name};

    setting.value = conf_variable(at->facts, name, setting.where);
    return setting;
}

void rule_line_setting(struct examination *at, const struct setting *setting)
{
    rule_line(at, "%s=%s (%s)", setting->name, setting->value, setting->where);
}

void rule_help_unset(struct examination *at, const struct setting *setting)
{
    if (strcmp(setting->where, "environment") == 0)
        rule_help(at, "unset %s", setting->name);
    else
        rule_help(at, "remove the line %s", setting->where);
}

void rule_help_search(struct examination *at, const char *folder)
{
    OWNED(memory) char *export = machine_export_first(at->machine, "LD_LIBRARY_PATH", folder);

    rule_help(at, "%s", export);
}

void rule_help_noexec(struct examination *at, const char *path)
{
    OWNED(memory) char *word = strings_word(path);

    rule_help(at,
              "mount -o remount,bind,exec \"$(findmnt -no TARGET -T %s)\"     (as root, or make "
              "the environment elsewhere)",
              word);
}
