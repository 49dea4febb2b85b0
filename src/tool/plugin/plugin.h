/* The plugin room's door: what a plugin's file says about itself, and what trials of it find.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/findings/examination.h"
#include "tool/nccl/plugin_interfaces.h"
#include "tool/text/style.h"

struct plugin_request {
    const char *path;           /* absolute, without the root */
    const char *file;           /* as it is opened */
    const struct elf_file *elf; /* as it was read */
    int interface;              /* the version of net; 0: the newest, or all */
    int device;
    int seconds; /* that a step may take */
    int call;    /* 1: inspect calls the plugin */
    int json;
    struct style style;
};

/* Each prints its answer, findings included. Returns NULL, or why it could not look. */
const char *plugin_inspect(struct examination *, const struct plugin_request *);
const char *plugin_check(struct examination *, const struct plugin_request *);
