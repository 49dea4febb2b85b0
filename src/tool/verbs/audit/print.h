/* Shows what an audit found out.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/files/wheel.h"
#include "tool/text/json.h"
#include "tool/text/style.h"
#include "tool/verbs/audit/report.h"

struct audit_report {
    const char *title;  /* the path as it was given */
    const char *folder; /* a folder's, as files name it, without a last '/'; else NULL */
    struct audit audit;
    const struct wheel *wheel; /* NULL: a file or folder */
    struct strings outside;    /* of a wheel: what must be there beside it */
};

/* For people: needs of our libraries; with -v of every library of NVIDIA's, and each symbol. */
void audit_report_print(const struct audit_report *, const struct style *);
void audit_report_json(const struct audit_report *, struct json *);
