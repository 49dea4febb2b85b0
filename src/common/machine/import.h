/* A Python that imports a module, and is then looked at.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

/* Becomes the first python3 in PATH, as the user's shell would start it, which imports the module
 * without a word and then runs this command with `arguments` and --pid of itself. Returns only if
 * it cannot: why. */
const char *import_exec(const char *module, char **arguments);
