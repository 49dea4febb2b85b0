/* Names copies of a library for the rules.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/rules/rule.h"
#include "search/search.h"
#include "search/view.h"

void rule_evidence(struct examination *at, const struct lazynccl_description *is,
                   const struct candidate *candidate)
{
    char version[LAZYNCCL_VERSION_TEXT];
    const char *path = machine_shown(at->machine, candidate->path);

    if (!candidate->place)
        findings_evidence(at->findings, "%s", path);
    else
        findings_evidence(
            at->findings, "%s (%s)%s%s", path, candidate->place, candidate->version ? " " : "",
            candidate->version ? lazynccl_version_text(is, candidate->version, version) : "");
}
