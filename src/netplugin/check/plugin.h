/* The plugin room's door: what a plugin's file says about itself, and what trials of it find.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/command/target_option.h"
#include "common/linking/closure.h"
#include "common/linking/driver.h"
#include "common/linking/linker.h"
#include "common/machine/nvidia.h"
#include "netplugin/nccl/plugins.h"

struct plugin_request {
    const char *path;           /* absolute, without the root */
    const char *file;           /* as it is opened */
    const struct elf_file *elf; /* as it was read */
    const struct request *asked;
};

/* 1 if such a finding makes the exit status 1: it is as severe as --fail-on says, and --allow does
 * not name it. */
int check_fails(const struct request *, const struct finding_row *);

/* 1 if --interface leaves this kind in. */
static inline int plugin_wants(const struct request *asked,
                               const struct lazynccl_net_interface *interface)
{
    return !asked->interface_kind || strcmp(asked->interface_kind, interface->name) == 0;
}

/* Each prints its answer, findings included, and sets the exit status. Returns NULL, or why it
 * could not look. */
const char *inspect_plugin(struct examination *, const struct plugin_request *, enum verb_exit *);
const char *check_plugin(struct examination *, const struct plugin_request *, enum verb_exit *);
