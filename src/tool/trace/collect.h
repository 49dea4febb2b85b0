/* Collects the rings of this node into one file.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/command/verb.h"

/* Writes DIR/HOST-NAMESPACE.node of each folder, and removes the rings and pages of processes that
 * have ended. What the file has of earlier rings remains. */
enum verb_exit collect_node(char **folders, int count);
