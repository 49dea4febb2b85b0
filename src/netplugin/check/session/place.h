/* Where in which file a process crashed, or hung until it was ended.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "netplugin/check/session/session.h"

/* From here on a crash of this process, and of those that it forks, writes the signal and the
 * place, "libfoo.so+0x1234", into step.now before the signal takes its course. So does SIGABRT,
 * which the process that watches sends to one that hangs. Handlers that are there already, such as
 * a sanitizer's, stay. */
void place_watch(struct session *);
