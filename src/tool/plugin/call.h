/* Calls a plugin in a child: init, every device, finalize.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/plugin/transcript.h"
#include "tool/text/json.h"

/* Reports its findings. Returns NULL, or why there is no child. */
const char *call_make(struct examination *, const struct plugin_request *, int version,
                      struct transcript *);

/* Shows what the plugin said about itself; as JSON under "call". */
void call_print(const struct transcript *);
void call_json(const struct transcript *, struct json *);
