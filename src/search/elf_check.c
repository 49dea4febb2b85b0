/* Tells complete ELF files from broken ones, and lazynccl builds from the real library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "library/compiler.h"
#include "search/view.h"
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NOTE_BYTES (64 * 1024) /* of a file's notes, no more is read */
#define PARTS 16               /* program headers read at once: more than most files have */

LAZYNCCL_MARKER(lazynccl_marker, LAZYNCCL_FORM);

int lazynccl_marker_in(const unsigned char *notes, size_t size, size_t align)
{
    static const char owner[] = LAZYNCCL_MARKER_OWNER;
    Elf64_Nhdr head;
    int marker = 0;

    align = (align == 8 ? 8 : 4) - 1;
    for (size_t at = 0, name, body; size - at >= sizeof head; at += name + body) {
        memcpy(&head, notes + at, sizeof head);
        at += sizeof head;
        name = ((size_t)head.n_namesz + align) & ~align;
        body = ((size_t)head.n_descsz + align) & ~align;
        if (name > size - at)
            break;
        if (head.n_namesz == sizeof owner && memcmp(notes + at, owner, sizeof owner) == 0 &&
            head.n_type <= LAZYNCCL_NET_FORM && (int)head.n_type > marker)
            marker = (int)head.n_type;
        if (body > size - at - name)
            break;
    }
    return marker;
}

static int marker_of(int fd, const Elf64_Phdr *part)
{
    unsigned char *notes = part->p_filesz <= NOTE_BYTES ? malloc(part->p_filesz + 1) : NULL;
    ssize_t n = notes ? pread(fd, notes, part->p_filesz, (off_t)part->p_offset) : -1;
    int marker = n > 0 ? lazynccl_marker_in(notes, (size_t)n, part->p_align) : 0;

    free(notes);
    return marker;
}

static const char *fault_of(int fd, int form, char *text, size_t size)
{
    Elf64_Ehdr head;
    Elf64_Phdr parts[PARTS];
    off_t length = lseek(fd, 0, SEEK_END);

    if (length < 0)
        return "not a regular file";
    ssize_t got = pread(fd, &head, sizeof head, 0);
    if (got < 0) {
        snprintf(text, size, "cannot be read: %s", strerror(errno));
        return text;
    }
    if (got < (ssize_t)sizeof head || memcmp(head.e_ident, ELFMAG, SELFMAG) != 0)
        return "not an ELF file";
    if (head.e_ident[EI_CLASS] != ELFCLASS64 || head.e_ident[EI_DATA] != ELFDATA2LSB ||
        head.e_machine != LAZYNCCL_ELF_MACHINE) {
        snprintf(text, size, "made for another machine (ELF machine %d, class %d)",
                 (int)head.e_machine, (int)head.e_ident[EI_CLASS]);
        return text;
    }
    for (int i = 0; i < head.e_phnum; i++) {
        const Elf64_Phdr *part = &parts[i % PARTS];
        size_t more = (size_t)(head.e_phnum - i < PARTS ? head.e_phnum - i : PARTS) * sizeof *part;
        off_t at = (off_t)(head.e_phoff + (Elf64_Off)i * sizeof *part);

        if (part == parts && pread(fd, parts, more, at) != (ssize_t)more)
            return "truncated: its program headers are cut off";
        if (part->p_type == PT_LOAD && part->p_filesz != 0 &&
            (part->p_offset > (Elf64_Off)length ||
             part->p_filesz > (Elf64_Off)length - part->p_offset)) {
            snprintf(text, size, "truncated: %lld bytes long, should be at least %lld",
                     (long long)length, (long long)(part->p_offset + part->p_filesz));
            return text;
        }
        if (part->p_type == PT_NOTE && marker_of(fd, part) >= form)
            return LAZYNCCL_IS_FORM;
    }
    return NULL;
}

const char *lazynccl_file_fault(const char *path, int form, char *text, size_t size)
{
    /* O_NONBLOCK: the open of a FIFO must return */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK), error = errno;
    const char *fault;

    if (fd < 0) {
        int dangling = error == ENOENT && readlink(path, text, 1) >= 0;

        snprintf(text, size, "%s", dangling ? "a dangling link" : strerror(error));
        return text;
    }
    fault = fault_of(fd, form, text, size);
    close(fd);
    return fault;
}
