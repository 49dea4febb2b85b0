/* What `lazynccl plugin` is asked to look at.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_PLUGIN_REQUEST_H
#define LAZYNCCL_TOOL_PLUGIN_REQUEST_H

#include "tool/command/verb.h"
#include "tool/findings/examination.h"
#include "tool/nccl/plugin_interfaces.h"
#include "tool/text/style.h"

struct plugin_request {
    const char *path;           /* absolute, without the root */
    const char *file;           /* as it is opened */
    const struct elf_file *elf; /* what it says of itself */
    int interface;              /* the version of net; 0: the newest, or all */
    int device;
    int seconds; /* that a step may take */
    int call;
    int json;
    struct style manner;
};

/* The versions of net that can be called: those that the file exports and we have adapters for. */
unsigned plugin_interface_callable(const struct plugin_request *);

/* Each prints its answer. */
enum verb_exit plugin_inspect(struct examination *, const struct plugin_request *);
enum verb_exit plugin_check(struct examination *, const struct plugin_request *);

/* Calls a version in a child: init, every device, finalize. Its findings are the at's. */
struct transcript;
const char *plugin_call(struct examination *, const struct plugin_request *, int version,
                        struct transcript *);
struct json;
void plugin_call_print(const struct transcript *, int version);
void plugin_call_json(const struct transcript *, int version, struct json *); /* under "call" */

#endif
