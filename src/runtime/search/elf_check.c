/* Distinguishes complete ELF files from broken ones, and lazynccl builds from the real library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/elf_check.h"
#include "runtime/library/compiler.h"
#include "runtime/library/platform.h"
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LARGEST_PART (64 << 20) /* no table or section of interest is larger */

int lazynccl_exports_in(const unsigned char *notes, size_t size, size_t align)
{
    static const char owner[] = LAZYNCCL_MARKER_OWNER;
    ElfW(Nhdr) head;

    align = (align == 8 ? 8 : 4) - 1;
    for (size_t at = 0, name, body; size - at >= sizeof head; at += name + body) {
        memcpy(&head, notes + at, sizeof head);
        at += sizeof head;
        name = ((size_t)head.n_namesz + align) & ~align;
        body = ((size_t)head.n_descsz + align) & ~align;
        if (name > size - at)
            break;
        if (head.n_namesz == sizeof owner && memcmp(notes + at, owner, sizeof owner) == 0 &&
            head.n_type & LAZYNCCL_MARKER_EXPORTS)
            return 1;
        if (body > size - at - name)
            break;
    }
    return 0;
}

struct file {
    off_t length;
    int fd, error; /* of a call that failed, or 0: malloc() may change errno and succeed */
};

/* Reads a part of the file. Returns 1, or 0 if the file is too short or cannot be read. */
static int read_part(struct file *file, ElfW(Off) at, size_t size, void *into)
{
    ssize_t got = -1;

    if (at > (ElfW(Off))file->length || size > (ElfW(Off))file->length - at)
        return 0;
    if (!into || (got = pread(file->fd, into, size, (off_t)at)) < 0)
        file->error = into ? errno : ENOMEM;
    return got == (ssize_t)size;
}

/* Reads a part into memory that the caller frees. Returns NULL if the file is too short or cannot
 * be read, or the part is too large. */
static void *read_block(struct file *file, ElfW(Off) at, size_t size)
{
    void *block = NULL;

    if (size < LARGEST_PART && size <= (size_t)file->length &&
        !read_part(file, at, size, block = malloc(size + 1))) { /* malloc(0) may return NULL */
        free(block);
        block = NULL;
    }
    return block;
}

/* Returns 1 if a part has the note of a lazynccl build that exports names. */
static int exports_names(struct file *file, const ElfW(Phdr) *part)
{
    unsigned char *notes = read_block(file, part->p_offset, part->p_filesz);
    int exports = notes ? lazynccl_exports_in(notes, part->p_filesz, part->p_align) : 0;

    free(notes);
    return exports;
}

/* The entries of a dynamic section that are needed here; 0 if absent. */
struct dynamic {
    ElfW(Addr) symbols, strings;
    ElfW(Off) soname; /* offset in the strings */
};

static void read_dynamic(struct file *file, const ElfW(Phdr) *part, struct dynamic *dynamic)
{
    ElfW(Dyn) *entries = read_block(file, part->p_offset, part->p_filesz);
    size_t count = entries ? part->p_filesz / sizeof *entries : 0;

    for (size_t i = 0; i < count && entries[i].d_tag != DT_NULL; i++) {
        if (entries[i].d_tag == DT_SYMTAB)
            dynamic->symbols = entries[i].d_un.d_ptr;
        if (entries[i].d_tag == DT_STRTAB)
            dynamic->strings = entries[i].d_un.d_ptr;
        if (entries[i].d_tag == DT_SONAME)
            dynamic->soname = entries[i].d_un.d_val;
    }
    free(entries);
}

/* Reads the SONAME from the part of the file that has the strings. */
static void read_soname(struct file *file, const ElfW(Phdr) *part, const ElfW(Phdr) *end,
                        const struct dynamic *dynamic, char *soname)
{
    for (; part < end && dynamic->soname; part++) {
        ElfW(Off) offset = dynamic->strings - part->p_vaddr;
        ElfW(Off) at = part->p_offset + offset + dynamic->soname;
        ElfW(Off) left = (ElfW(Off))file->length - at, most = LAZYNCCL_SONAME_BYTES - 1;

        if (part->p_type == PT_LOAD && offset < part->p_filesz)
            read_part(file, at, left < most ? left : most, soname);
    }
}

/* Says why a file with these program headers must not be passed to dlopen, or NULL. */
static const char *fault_of_parts(struct file *file, const ElfW(Phdr) *parts, const ElfW(Phdr) *end,
                                  char *text, size_t size, char *soname)
{
    for (const ElfW(Phdr) *part = parts; part < end; part++) {
        if (part->p_type == PT_LOAD && part->p_filesz != 0 &&
            (part->p_offset > (ElfW(Off))file->length ||
             part->p_filesz > (ElfW(Off))file->length - part->p_offset)) {
            snprintf(text, size, "truncated: %lld bytes long, should be at least %lld",
                     (long long)file->length, (long long)(part->p_offset + part->p_filesz));
            return text;
        }
        if (part->p_type == PT_NOTE && exports_names(file, part))
            return LAZYNCCL_IS_BUILD;
        if (part->p_type == PT_DYNAMIC) {
            struct dynamic dynamic = {0};

            read_dynamic(file, part, &dynamic);
            if (!dynamic.symbols || !dynamic.strings) /* ld.so would crash */
                return "damaged: its dynamic section names no symbols";
            memset(soname, 0, LAZYNCCL_SONAME_BYTES);
            read_soname(file, parts, end, &dynamic, soname);
        }
    }
    return NULL;
}

static const char *fault_of(struct file *file, char *text, size_t size, char *soname)
{
    const char *fault = "truncated: its program headers are cut off";
    ElfW(Ehdr) head;
    ElfW(Phdr) *parts;

    if (!read_part(file, 0, sizeof head, &head) || memcmp(head.e_ident, ELFMAG, SELFMAG) != 0)
        return "not an ELF file";
    if (head.e_ident[EI_CLASS] != LAZYNCCL_ELF_CLASS ||
        head.e_ident[EI_DATA] != LAZYNCCL_ELF_DATA || head.e_machine != LAZYNCCL_ELF_MACHINE) {
        snprintf(text, size,
                 "made for another machine (%d-bit, ELF machine %d; needed: %d-bit, %d)",
                 32 * head.e_ident[EI_CLASS], head.e_machine, 32 * LAZYNCCL_ELF_CLASS,
                 LAZYNCCL_ELF_MACHINE);
        return text;
    }
    parts = read_block(file, head.e_phoff, head.e_phnum * sizeof *parts);
    if (parts)
        fault = fault_of_parts(file, parts, parts + head.e_phnum, text, size, soname);
    free(parts);
    return fault;
}

const char *lazynccl_file_fault(const char *path, char *text, size_t size, char *soname)
{
    /* O_NONBLOCK: the open of a FIFO must return */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK), error = errno;
    struct file file = {0, fd, 0};
    const char *fault = "not a regular file";

    if (fd < 0) {
        int dangling = error == ENOENT && readlink(path, text, 1) >= 0;

        snprintf(text, size, "%s", dangling ? "a dangling link" : strerror(error));
        errno = error;
        return text;
    }
    memset(soname, 0, LAZYNCCL_SONAME_BYTES);
    file.length = lseek(fd, 0, SEEK_END);
    if (file.length >= 0)
        fault = fault_of(&file, text, size, soname);
    else if (errno != ESPIPE)
        file.error = errno;
    close(fd);
    if (file.error) { /* the file was not read completely */
        snprintf(text, size, "cannot be read: %s", strerror(file.error));
        fault = text;
    }
    errno = file.error;
    return fault;
}
