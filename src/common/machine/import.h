/* Starts a Python that imports a module, to examine it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

/* Becomes this Python, an interpreter or the folder of its environment, or if it is NULL the first
 * python3 in PATH, as the user's shell would start it. It imports the module, discards the module's
 * output, and then runs this command with `arguments` and its own --pid. Returns the reason if it
 * cannot, else does not return. */
const char *import_exec(const char *python, const char *module, char **arguments);
