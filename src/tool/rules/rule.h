/* The declarations that all rules share.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/files/elf_cache.h"
#include "common/files/scan.h"
#include "common/findings/examination.h"
#include "common/linking/driver.h"
#include "common/linking/environment.h"
#include "common/linking/linker.h"
#include "common/machine/packages.h"
#include "common/text/memory.h"
#include "netplugin/nccl/plugins.h"

/* Add a finding: (at, id, format, ...); a line of evidence or remedy to it: (at, format, ...). */
#define rule_add(at, ...) findings_add((at)->findings, __VA_ARGS__)
#define rule_line(at, ...) findings_evidence((at)->findings, __VA_ARGS__)
#define rule_help(at, ...) findings_remedy((at)->findings, __VA_ARGS__)

/* Adds a file to the finding: "PATH (wheel) 12.4", or "PATH" if no search location led to it. */
void rule_evidence(struct examination *, const struct lazynccl_description *,
                   const struct candidate *);

/* Returns 1 if the evidence of a finding begins with this path. */
int rule_has_evidence(const struct examination *, const char *path);

/* A variable as NCCL reads it. */
struct setting {
    const char *name;
    const char *value;      /* NULL: unset */
    char where[WHERE_SIZE]; /* "environment" or "FILE:LINE" */
};
struct setting rule_setting(struct examination *, const char *name);

/* Adds a finding (at, setting, id, format, ...) whose evidence begins with "NAME=VALUE (WHERE)". */
#define rule_add_setting(at, setting, ...)                                                         \
    do {                                                                                           \
        rule_add(at, __VA_ARGS__);                                                                 \
        rule_line_setting(at, setting);                                                            \
    } while (0)

/* Adds the line "NAME=VALUE (WHERE)" to the last finding. */
void rule_line_setting(struct examination *, const struct setting *);

/* Adds a remedy that undoes the setting: a shell command, or the line to remove. */
void rule_help_unset(struct examination *, const struct setting *);

/* Adds the remedy that puts a folder (or NULL) first in LD_LIBRARY_PATH, without stub folders. */
void rule_help_search(struct examination *, const char *folder);

/* Adds the remedy for a library on a file system that is mounted with noexec. */
void rule_help_noexec(struct examination *, const char *path);

/* Returns the file below site-packages whose text shows that package number `number` opens a
 * library on import; NULL after the last. imports_check() adds the finding if `text`, unless NULL,
 * shows this; `prefix` is prepended to file names. */
const char *imports_file(size_t number);
void imports_check(struct findings *to, size_t number, const char *text, const char *prefix);

/* Calls imports_check() for all packages in a folder, a path below the root of `of`. */
void imports_in_folder(struct findings *to, struct machine *of, const char *folder);
