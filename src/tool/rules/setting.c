/* Reads a variable for a rule, and words findings about it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/rules/rule.h"

struct setting setting_of(struct examination *at, const char *name)
{
    struct setting setting = {.name = name};

    setting.value = conf_variable(at->facts, name, setting.where);
    return setting;
}

void setting_evidence(struct examination *at, const struct setting *setting)
{
    rule_line(at, "%s=%s (%s)", setting->name, setting->value, setting->where);
}

void setting_remedy_unset(struct examination *at, const struct setting *setting)
{
    if (strcmp(setting->where, "environment") == 0)
        rule_help(at, "unset %s", setting->name);
    else
        rule_help(at, "remove the line %s", setting->where);
}
