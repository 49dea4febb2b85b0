/* Reads ELF files through libelf and trusts nothing that they say.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "search/view.h"
#include "tool/files/elf_handle.h"
#include "tool/text/memory.h"
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_NOTES 1024

static int read_string(const struct elf_handle *h, int64_t tag, const char **text)
{
    uint64_t at = elf_handle_value(h, tag);

    return at && !(*text = elf_handle_string(h, at)) ? -1 : 0;
}

static const char *read_dynamic(struct elf_file *file)
{
    struct elf_handle *h = file->handle;
    const GElf_Phdr *part = h->parts, *end = h->parts + h->part_count;
    uint64_t entry_size = gelf_fsize(h->elf, ELF_T_DYN, 1, EV_CURRENT);
    GElf_Dyn entry;
    Elf_Data *data;

    while (part < end && part->p_type != PT_DYNAMIC)
        part++;
    if (part == end)
        return NULL;
    data = elf_handle_chunk(h, part->p_offset, part->p_filesz - part->p_filesz % entry_size,
                            ELF_T_DYN);
    if (!data)
        return "its dynamic section cannot be read";
    while (gelf_getdyn(data, h->dynamic_count, &entry) && entry.d_tag != DT_NULL)
        h->dynamic_count++;
    h->dynamic = data;
    data = elf_handle_table(h, elf_handle_value(h, DT_STRTAB), elf_handle_value(h, DT_STRSZ),
                            ELF_T_BYTE);
    h->strings = data ? data->d_buf : NULL;
    const char *last = data ? memrchr(h->strings, '\0', data->d_size) : NULL;
    if (!last)
        return "its dynamic string table cannot be read";
    h->strings_size = (uint64_t)(last - h->strings) + 1;

    if (read_string(h, DT_SONAME, &file->soname) || read_string(h, DT_RPATH, &file->rpath) ||
        read_string(h, DT_RUNPATH, &file->runpath))
        return "its soname or search path lies outside the string table";
    file->needed = memory_get((size_t)h->dynamic_count + 1, sizeof *file->needed);
    for (int i = 0; i < h->dynamic_count; i++)
        if (gelf_getdyn(h->dynamic, i, &entry) && entry.d_tag == DT_NEEDED &&
            !(file->needed[file->needed_count++] = elf_handle_string(h, entry.d_un.d_val)))
            return "the name of a needed library lies outside the string table";
    return NULL;
}

static const char *read_notes(struct elf_file *file)
{
    struct elf_handle *h = file->handle;
    int left = MOST_NOTES;

    file->dlopen = memory_get(MOST_NOTES, sizeof *file->dlopen);
    for (const GElf_Phdr *part = h->parts; part < h->parts + h->part_count; part++) {
        Elf_Type type = part->p_align == 8 ? ELF_T_NHDR8 : ELF_T_NHDR;
        Elf_Data *data = part->p_type == PT_NOTE && part->p_filesz != 0
                             ? elf_handle_chunk(h, part->p_offset, part->p_filesz, type)
                             : NULL;
        size_t at = 0, owner, text;
        GElf_Nhdr note;

        while (data && left-- > 0 && (at = gelf_getnote(data, at, &note, &owner, &text)) != 0) {
            const char *bytes = data->d_buf;

            if (!memchr(bytes + text, '\0', note.n_descsz))
                continue;
            if (note.n_type == 0x407c0c0a && note.n_namesz == 4 && !memcmp(bytes + owner, "FDO", 4))
                file->dlopen[file->dlopen_count++] = bytes + text;
            if (note.n_namesz == sizeof LAZYNCCL_MARKER_OWNER &&
                !memcmp(bytes + owner, LAZYNCCL_MARKER_OWNER, sizeof LAZYNCCL_MARKER_OWNER)) {
                file->lazynccl = bytes + text;
                file->is_net_form |= note.n_type == LAZYNCCL_NET_FORM;
            }
        }
    }
    return NULL;
}

static const char *read_headers(struct elf_file *file, uint64_t size)
{
    static const char *const machines[] = {
        [EM_386] = "i386",      [EM_ARM] = "arm",         [EM_S390] = "s390x", [EM_PPC64] = "ppc64",
        [EM_X86_64] = "x86_64", [EM_AARCH64] = "aarch64", [EM_RISCV] = "riscv"};
    struct elf_handle *h = file->handle;
    GElf_Ehdr head;

    if (elf_kind(h->elf) != ELF_K_ELF || !gelf_getehdr(h->elf, &head))
        return "not an ELF file";
    if (elf_getphdrnum(h->elf, &h->part_count) != 0)
        return "its program headers cannot be read";
    h->parts = memory_get(h->part_count + 1, sizeof *h->parts);
    for (size_t i = 0; i < h->part_count; i++) {
        GElf_Phdr *part = &h->parts[i];

        if (!gelf_getphdr(h->elf, (int)i, part))
            return "its program headers cannot be read";
        if (part->p_type == PT_LOAD && part->p_filesz != 0 &&
            (part->p_offset > size || part->p_filesz > size - part->p_offset))
            return "truncated: part of what it maps lies after its end";
    }
    file->class = gelf_getclass(h->elf) == ELFCLASS64 ? 64 : 32;
    file->machine = head.e_machine;
    if (head.e_machine >= sizeof machines / sizeof *machines ||
        !(file->machine_name = machines[head.e_machine]))
        file->machine_name = "unknown";
    return NULL;
}

static const char *open_file(struct elf_file *file)
{
    struct elf_handle *h = file->handle;
    struct stat facts;

    if (h->fd < 0 || fstat(h->fd, &facts) != 0)
        return strerror(errno);
    if (!S_ISREG(facts.st_mode))
        return "not a regular file";
    elf_version(EV_CURRENT);
    /* reads only what is asked for, not all 218 MB; mapping it would risk SIGBUS if it shrinks */
    h->elf = elf_begin(h->fd, ELF_C_READ, NULL);
    return h->elf ? read_headers(file, (uint64_t)facts.st_size) : elf_errmsg(-1);
}

const char *elf_file_read(struct elf_file *file, int fd)
{
    const char *reason;

    *file = (struct elf_file){.handle = memory_get(1, sizeof *file->handle)};
    file->handle->fd = fd;
    if ((reason = open_file(file)) || (reason = read_notes(file)) || (reason = read_dynamic(file)))
        elf_file_close(file);
    return reason;
}

const char *elf_file_head(struct elf_file *file, const char *path)
{
    /* O_NONBLOCK: the open of a FIFO must return */
    return elf_file_read(file, open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
}

const char *elf_file_open(struct elf_file *file, const char *path)
{
    const char *reason = elf_file_head(file, path);

    return reason ? reason : elf_file_symbols(file);
}

void elf_file_close(struct elf_file *file)
{
    struct elf_handle *h = file->handle;

    if (!h)
        return;
    free(file->needed);
    free(file->versions);
    free(file->symbols);
    free(file->dlopen);
    free(h->parts);
    free(h->numbered);
    elf_end(h->elf);
    close(h->fd);
    free(h);
    *file = (struct elf_file){0};
}
