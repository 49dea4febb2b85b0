/* Reads the headers of ELF files through libelf, as untrusted input.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/files/elf.h"
#include "common/files/elf_handle.h"
#include "common/text/memory.h"
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

#define LONGEST_NAME (1 << 16)
#define LARGEST_TABLE (4 << 20) /* of those that do not say their size */
#define MOST_NOTES 1024

const GElf_Phdr *elf_handle_part(const struct elf_handle *h, uint64_t address)
{
    for (const GElf_Phdr *part = h->parts; part < h->parts + h->part_count; part++)
        if (part->p_type == PT_LOAD && address >= part->p_vaddr &&
            address - part->p_vaddr < part->p_filesz)
            return part;
    return NULL;
}

/* Part of the file, valid until elf_end(); NULL if the file is shorter. */
static Elf_Data *read_chunk(const struct elf_handle *h, uint64_t offset, uint64_t size,
                            Elf_Type type)
{
    Elf_Data *data = elf_getdata_rawchunk(h->elf, (int64_t)offset, size, type);

    return data && data->d_buf ? data : NULL;
}

uint64_t elf_handle_value(const struct elf_handle *h, int64_t tag)
{
    uint64_t value = 0;
    GElf_Dyn entry;

    for (int i = 0; i < h->dynamic_count; i++)
        if (gelf_getdyn(h->dynamic, i, &entry) && entry.d_tag == tag)
            value = entry.d_un.d_val;
    return value;
}

uint64_t elf_handle_room(const struct elf_handle *h, uint64_t address)
{
    static const int64_t tables[] = {DT_STRTAB, DT_VERSYM, DT_VERDEF, DT_VERNEED, DT_RELA};
    const GElf_Phdr *part = elf_handle_part(h, address);
    uint64_t next, size = part ? part->p_filesz - (address - part->p_vaddr) : 0;

    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if ((next = elf_handle_value(h, tables[i])) > address && next - address < size)
            size = next - address;
    return size;
}

Elf_Data *elf_handle_table(const struct elf_handle *h, uint64_t address, uint64_t size,
                           Elf_Type type)
{
    const GElf_Phdr *part = elf_handle_part(h, address);

    if (size == 0 && (size = elf_handle_room(h, address)) > LARGEST_TABLE)
        size = LARGEST_TABLE;
    if (!part || size == 0 || size > part->p_filesz - (address - part->p_vaddr))
        return NULL;
    return read_chunk(h, part->p_offset + (address - part->p_vaddr), size, type);
}

const char *elf_handle_string(const struct elf_handle *h, uint64_t at)
{
    return at < h->strings_size && strnlen(h->strings + at, LONGEST_NAME) < LONGEST_NAME
               ? h->strings + at
               : NULL;
}

static int read_string(const struct elf_handle *h, int64_t tag, const char **text)
{
    uint64_t at = elf_handle_value(h, tag);

    return at && !(*text = elf_handle_string(h, at)) ? -1 : 0;
}

/* Reads the entries of a PT_DYNAMIC part, and the string table that they name. */
static const char *read_entries(struct elf_handle *h, const GElf_Phdr *part)
{
    uint64_t entry_size = gelf_fsize(h->elf, ELF_T_DYN, 1, EV_CURRENT);
    GElf_Dyn entry;
    Elf_Data *data;

    data = read_chunk(h, part->p_offset, part->p_filesz - part->p_filesz % entry_size, ELF_T_DYN);
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
    return NULL;
}

static const char *read_needed(struct elf_file *file)
{
    struct elf_handle *h = file->handle;
    GElf_Dyn entry;

    for (int i = 0; i < h->dynamic_count; i++)
        if (gelf_getdyn(h->dynamic, i, &entry) && entry.d_tag == DT_NEEDED &&
            !(*MEMORY_ADD(file->needed, file->needed_count) =
                  elf_handle_string(h, entry.d_un.d_val)))
            return "the name of a needed library is outside the string table";
    return NULL;
}

static const char *read_dynamic(struct elf_file *file)
{
    struct elf_handle *h = file->handle;
    const GElf_Phdr *part = h->parts, *end = h->parts + h->part_count;
    const char *reason;

    while (part < end && part->p_type != PT_DYNAMIC)
        part++;
    if (part == end)
        return NULL;
    if ((reason = read_entries(h, part)))
        return reason;
    for (part = h->parts; part < end && (elf_handle_value(h, DT_FLAGS) & DF_STATIC_TLS); part++)
        if (part->p_type == PT_TLS)
            file->static_tls = part->p_memsz;
    if (read_string(h, DT_SONAME, &file->soname) || read_string(h, DT_RPATH, &file->rpath) ||
        read_string(h, DT_RUNPATH, &file->runpath))
        return "its soname or search path is outside the string table";
    return read_needed(file);
}

static void read_build_id(struct elf_file *file, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size && i < sizeof file->build_id / 2; i++)
        sprintf(file->build_id + 2 * i, "%02x", (unsigned char)bytes[i]);
}

/* Reads the marker note of a build of lazynccl; `text` names a library, and after its end, in a
 * small copy, the search locations. */
static void read_marker(struct elf_file *file, GElf_Word type, const char *text, size_t size)
{
    size_t length = strlen(text) + 1;

    if (length < size && text[length] && memchr(text + length, '\0', size - length))
        file->locations = text + length;
    if (!elf_file_contains(file, text))
        *MEMORY_ADD(file->lazynccl, file->lazynccl_count) = text;
    if (type & LAZYNCCL_MARKER_EXPORTS)
        file->exports_lazynccl = 1;
    if (type & LAZYNCCL_MARKER_SONAME)
        file->by_soname = 1;
    file->lazynccl_release = (int)(type >> 8);
}

static int is_owned_by(const GElf_Nhdr *note, const char *owner, const char *name, size_t size)
{
    return note->n_namesz == size && memcmp(owner, name, size) == 0;
}

static void read_note(struct elf_file *file, const GElf_Nhdr *note, const char *owner,
                      const char *text)
{
    if (note->n_type == NT_GNU_BUILD_ID && is_owned_by(note, owner, "GNU", sizeof "GNU"))
        read_build_id(file, text, note->n_descsz);
    if (!memchr(text, '\0', note->n_descsz))
        return;
    if (note->n_type == 0x407c0c0a && is_owned_by(note, owner, "FDO", sizeof "FDO"))
        *MEMORY_ADD(file->dlopen, file->dlopen_count) = text;
    if (is_owned_by(note, owner, LAZYNCCL_MARKER_OWNER, sizeof LAZYNCCL_MARKER_OWNER))
        read_marker(file, note->n_type, text, note->n_descsz);
}

static void read_notes(struct elf_file *file)
{
    struct elf_handle *h = file->handle;
    int left = MOST_NOTES;

    for (const GElf_Phdr *part = h->parts; part < h->parts + h->part_count; part++) {
        Elf_Type type = part->p_align == 8 ? ELF_T_NHDR8 : ELF_T_NHDR;
        Elf_Data *data = part->p_type == PT_NOTE && part->p_filesz != 0
                             ? read_chunk(h, part->p_offset, part->p_filesz, type)
                             : NULL;
        size_t at = 0, owner, text;
        GElf_Nhdr note;

        while (data && left-- > 0 && (at = gelf_getnote(data, at, &note, &owner, &text)) != 0)
            read_note(file, &note, (const char *)data->d_buf + owner,
                      (const char *)data->d_buf + text);
    }
}

static const char *machine_word(unsigned machine)
{
    static const char *const words[] = {
        [EM_386] = "i386",      [EM_ARM] = "arm",         [EM_S390] = "s390x", [EM_PPC64] = "ppc64",
        [EM_X86_64] = "x86_64", [EM_AARCH64] = "aarch64", [EM_RISCV] = "riscv"};
    const char *word = machine < sizeof words / sizeof *words ? words[machine] : NULL;

    return word ? word : "unknown";
}

/* Notes where a PT_LOAD part is. Returns -1 if its bytes are not in the file. */
static int read_loaded(struct elf_file *file, const GElf_Phdr *part, uint64_t size)
{
    if (part->p_filesz != 0 && (part->p_offset > size || part->p_filesz > size - part->p_offset))
        return -1;
    if (part->p_flags == PF_R)
        file->constants = part->p_offset;
    return 0;
}

static const char *read_headers(struct elf_file *file, uint64_t size)
{
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
        if (part->p_type == PT_LOAD && read_loaded(file, part, size) != 0)
            return "truncated: it maps bytes after its end";
    }
    file->class = gelf_getclass(h->elf) == ELFCLASS64 ? 64 : 32;
    file->machine = head.e_machine;
    file->machine_name = machine_word(head.e_machine);
    return NULL;
}

const char *elf_file_read(struct elf_file *file, int fd)
{
    struct elf_handle *h = memory_get(1, sizeof *h);
    const char *reason = NULL;
    struct stat facts;

    *file = (struct elf_file){.handle = h};
    h->fd = fd;
    elf_version(EV_CURRENT);
    if (fd < 0 || fstat(fd, &facts) != 0)
        reason = strerror(errno);
    else if (!S_ISREG(facts.st_mode))
        reason = "not a regular file";
    else if (facts.st_size == 0)
        reason = "an empty file";
    /* reads only what is asked for, not all 218 MB; mapping it would risk SIGBUS if it shrinks */
    else if (!(h->elf = elf_begin(fd, ELF_C_READ, NULL)))
        reason = elf_errmsg(-1);
    else if (!(reason = read_headers(file, (uint64_t)facts.st_size)))
        reason = read_dynamic(file);
    if (reason)
        elf_file_close(file);
    else
        read_notes(file);
    return reason;
}

int elf_file_contains(const struct elf_file *file, const char *library)
{
    const struct strings names = {(char **)file->lazynccl, file->lazynccl_count};

    return strings_has(&names, library);
}

char *elf_file_lazynccl(const struct elf_file *file)
{
    struct strings names = {(char **)file->lazynccl, file->lazynccl_count};
    OWNED(memory) char *list = strings_join(&names, ", ");
    int release = file->lazynccl_release;
    char by[64] = "";

    if (names.count == 0)
        return NULL;
    if (release)
        snprintf(by, sizeof by, ", by lazynccl %d.%d.%d", release / 10000, release / 100 % 100,
                 release % 100);
    return memory_print("%s%s%s%s%s", list, file->exports_lazynccl ? ", exported" : "",
                        file->locations   ? ", searched for in "
                        : file->by_soname ? ", searched for by SONAME"
                                          : "",
                        file->locations ? file->locations : "", by);
}

const char *elf_file_head(struct elf_file *file, const char *path)
{
    /* O_NONBLOCK: the open of a FIFO must return */
    return elf_file_read(file, open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
}

int elf_file_stands_in(const char *path)
{
    struct elf_file file;

    if (elf_file_head(&file, path))
        return -1;
    int stands_in = file.exports_lazynccl;
    elf_file_close(&file);
    return stands_in;
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
    free(file->lazynccl);
    free(h->parts);
    free(h->numbered);
    elf_end(h->elf);
    if (h->fd >= 0)
        close(h->fd);
    free(h);
    *file = (struct elf_file){0};
}
