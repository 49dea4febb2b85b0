/* Reads what a .note.dlopen declares.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/text/strings.h"

/* Adds the sonames of a note's text, each entry's in its order. Returns 0, or -1: it is not what
 * the specification asks for, a JSON array of objects; then nothing is added. */
int dlopen_note_sonames(const char *text, struct strings *sonames);
