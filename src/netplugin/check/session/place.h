/* Reports where a process crashed, or where it hung until it was killed.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "netplugin/check/session/session.h"

/* From this call on, a crash of this process or its children writes the signal and the location,
 * such as "libfoo.so+0x1234", into step.now. The signal then takes its usual course. SIGABRT, which
 * the watching process sends to a hung child, does the same. Handlers that are already installed,
 * for example by a sanitizer, remain. */
void place_watch(struct session *);
