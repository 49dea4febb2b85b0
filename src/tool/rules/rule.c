/* Names copies of a library for the rules.
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
