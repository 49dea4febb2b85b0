/* Names packages, releases and copies for the rules.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/rules/rule.h"
#include "search/view.h"
#include "search/folder.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void rule_evidence(struct examination *at, const struct lazynccl_description *is,
                   const struct look *look)
{
    char version[LAZYNCCL_VERSION_TEXT];

    findings_evidence(at->findings, "%s (%s)%s%s", machine_shown(at->machine, look->path),
                      look->place, look->version ? " " : "",
                      look->version ? lazynccl_version_text(is, look->version, version) : "");
}
