/* A template as a list of sections, each of which is kept, changed or rebuilt.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * src/standin/template/template.ld says how a template is laid out. */
#pragma once

#include "standin/elf/bytes.h"
#include <gelf.h>

/* The sections that the writer changes. Their names are in template.c. */
enum template_part {
    PART_CONF,
    PART_NOTE,
    PART_MARKER,
    PART_FRAME,
    PART_DYNAMIC,
    PART_TEXT,
    PART_DATA,
    PART_SYMBOLS,
    PART_HASH,
    PART_VERSIONS,
    PART_NODES,
    PART_NEEDS,
    PART_RELOCATIONS,
    PART_STRINGS,
    PART_SLOTS,
    PART_COUNT
};

struct template_section {
    Elf64_Shdr was;     /* in the template */
    Elf64_Shdr now;     /* in the stand-in */
    Elf_Data *data;     /* the content in the template */
    struct bytes fresh; /* the new content, if `renewed` */
    int renewed;
    int dropped;     /* 1: the stand-in lacks the section */
    unsigned number; /* the section's index in the stand-in */
};

struct template
{
    char *copy; /* the bytes of the file that `elf` reads */
    Elf *elf;
    Elf64_Ehdr head;
    Elf64_Phdr parts[32];          /* the program headers */
    struct template_section *list; /* the sections, by index */
    size_t count;                  /* the number of sections */
    size_t where[PART_COUNT];      /* index in `list` of each PART_...; 0: the template lacks it */
};

/* Opens a template that is part of this command, and so is not checked. */
void template_open(struct template *, const void *file, size_t size);
void template_close(struct template *);

struct template_section *template_section(struct template *, enum template_part);

/* Return the new content of a section, to which the caller adds. It is empty at first; or, with
 * template_change(), begins with the template's content. */
struct bytes *template_renew(struct template *, enum template_part);
struct bytes *template_change(struct template *, enum template_part);

/* Gives every section a place for its new size. Sections up to PART_TEXT do not move. */
void template_lay_out(struct template *);

/* Writes the file. Returns NULL, or the reason for a failure, valid until the next call. */
const char *template_write(struct template *, int fd);
