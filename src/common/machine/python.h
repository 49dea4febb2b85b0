/* A Python, found by its files and never run.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/machine/view.h"

/* Takes the Python of an interpreter, a path inside the root, as the target. Returns 0, or -1 if
 * it is not one; then nothing is kept. */
int python_read(struct target *, const char *interpreter);

/* The folder below which Python has the user's packages, to be freed. */
char *python_user_base(const struct target *);

/* The site-packages of the virtual environment in a folder, inside the root; to be freed. NULL: the
 * folder is none. */
char *python_environment_site(const struct target *, const char *folder);

/* The interpreter that a shim in PATH starts, if it is pyenv's, by the version that is chosen
 * here. To be freed; NULL: that cannot be told. */
char *python_of_shim(const struct target *, const char *shim);

/* The interpreter of the virtual environment that contains this command, given as it was called:
 * env/bin/lazynccl. To be freed. NULL if the command was found in PATH, is outside a virtual
 * environment, or is in one that pipx or uv made only for this command. */
char *python_beside(const char *command);

/* 1 if a folder of PATH belongs to the environment that uvx made only for this command. uv sets
 * variables for its children, and VIRTUAL_ENV names any other environment that it puts into
 * PATH. */
int python_of_uvx(const struct target *, const char *programs);
