/* Public header of netplugin/check: inspects a plugin's file, and tries the plugin.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/command/target_option.h"
#include "common/linking/closure.h"
#include "common/linking/driver.h"
#include "common/linking/linker.h"
#include "common/machine/nvidia.h"
#include "netplugin/nccl/plugins.h"

struct plugin_request {
    const char *path;           /* absolute, without the sysroot */
    const char *file;           /* as passed to open() */
    const struct elf_file *elf; /* the contents of the file */
    const struct request *asked;
};

/* Returns 1 if the finding makes the exit status 1: it has the severity that --fail-on sets, and
 * --allow does not list it. */
int check_fails(const struct request *, const struct finding_row *);

/* Returns the major version of CUDA to fake: that of the runtime that the file needs, or a current
 * one if it needs none. Returns 0 without --fake-gpu. */
int check_fake_gpu(const struct plugin_request *);

/* Returns 1 if --interface includes this kind. */
static inline int plugin_wants(const struct request *asked,
                               const struct lazynccl_net_interface *interface)
{
    return !asked->interface_kind || strcmp(asked->interface_kind, interface->name) == 0;
}

/* Each prints its output and findings and sets the exit status. Returns NULL, or the reason why the
 * plugin could not be examined. */
const char *inspect_plugin(struct examination *, const struct plugin_request *, enum verb_exit *);
const char *check_plugin(struct examination *, const struct plugin_request *, enum verb_exit *);
