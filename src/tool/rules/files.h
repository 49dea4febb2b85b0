/* What is wrong with one ELF file or wheel itself: LN501 to 508.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/rules/group.h"

/* Adds what is wrong with how a file asks for a library. */
void files_judge_binding(struct groups *, const struct binding *);

/* The same of its search path and of its versions. `root`: of its file system; NULL: it is in a
 * wheel. */
void files_judge(struct groups *, const char *name, const struct elf_file *, const char *root);

/* A .note.dlopen that cannot be read. */
void files_judge_note(struct groups *, const char *name, const char *text);

/* A wheel that needs these SONAMEs from outside. */
void files_judge_wheel(struct groups *, const char *name, const struct strings *outside);
