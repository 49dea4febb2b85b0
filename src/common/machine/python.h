/* A Python, found by its files and never run.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/machine/view.h"

/* Makes the Python of an interpreter, a path inside the root, the target. Returns 0; -1 if the file
 * is no Python: then the target is unchanged. */
int python_read(struct target *, const char *interpreter);

/* Returns the folder below which Python has the user's packages, to be freed. */
char *python_user_base(const struct target *);

/* Returns the site-packages of the virtual environment in a folder, inside the root; to be freed.
 * NULL: the folder is not a virtual environment. */
char *python_environment_site(const struct target *, const char *folder);

/* Returns the interpreter that a shim of pyenv in PATH starts, by the version that is selected
 * here, to be freed. NULL: not a shim of pyenv, or the version is not known. */
char *python_of_shim(const struct target *, const char *shim);

/* Returns the interpreter of the virtual environment that contains this command, which was called
 * as env/bin/lazynccl; to be freed. NULL if the command was found in PATH, is outside a virtual
 * environment, or is in one that pipx or uv made only for this command. */
char *python_beside(const char *command);

/* Returns 1 if a folder of PATH belongs to the environment that uvx made only for this command. uv
 * sets variables for its children, and VIRTUAL_ENV names other environments. */
int python_of_uvx(const struct target *, const char *programs);
