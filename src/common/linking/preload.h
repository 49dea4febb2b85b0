/* Which libraries a Python package opens before it loads a file, as its sources say.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Python runs the __init__.py of each package above a file before the file itself. This follows the
 * import statements from there. Each library whose name is a string in these sources, and each
 * extension module that they import, counts as opened, even if Python never reaches a statement. */
#pragma once

#include "common/linking/libraries.h"

/* Returns the package whose sources open the library, or one that needs it, before the file is
 * loaded; NULL: none is known. Valid until the command ends. */
const char *preload_package(struct facts *, const char *file, const char *soname);
