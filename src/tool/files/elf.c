/* Reads ELF files through libelf and trusts nothing that they say.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/files/elf.h"
#include "search/elf_check.h"
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

#define MOST_VERSIONS 0x8000 /* their numbers have 15 bits */
#define MOST_NOTES 1024
#define LONGEST_NAME (1 << 16)
#define LARGEST_TABLE (4 << 20) /* of those that do not say their size */

struct elf_handle {
    int fd;
    Elf *elf;
    GElf_Phdr *parts;
    size_t part_count;
    Elf_Data *dynamic; /* NULL: none */
    int dynamic_count; /* up to DT_NULL */
    const char *strings;
    uint64_t strings_size;
    struct elf_version *numbered; /* by version number */
};

/* How many bytes of the file are mapped from an address on, and where they are in the file. */
static uint64_t mapped(const struct elf_handle *h, uint64_t address, uint64_t *offset)
{
    for (const GElf_Phdr *part = h->parts; part < h->parts + h->part_count; part++)
        if (part->p_type == PT_LOAD && address >= part->p_vaddr &&
            address - part->p_vaddr < part->p_filesz) {
            *offset = part->p_offset + (address - part->p_vaddr);
            return part->p_filesz - (address - part->p_vaddr);
        }
    return 0;
}

static Elf_Data *chunk(const struct elf_handle *h, uint64_t offset, uint64_t size, Elf_Type type)
{
    Elf_Data *data = elf_getdata_rawchunk(h->elf, (int64_t)offset, size, type);

    return data && data->d_buf ? data : NULL;
}

/* What the dynamic section says under a tag, the last time if more than once, as for the dynamic
 * linker; 0 if nothing. */
static uint64_t dynamic(const struct elf_handle *h, int64_t tag)
{
    uint64_t value = 0;
    GElf_Dyn entry;

    for (int i = 0; i < h->dynamic_count; i++)
        if (gelf_getdyn(h->dynamic, i, &entry) && entry.d_tag == tag)
            value = entry.d_un.d_val;
    return value;
}

/* How many bytes are mapped from an address on, up to the next table, as every linker lays them. */
static uint64_t room(const struct elf_handle *h, uint64_t address)
{
    static const int64_t tables[] = {DT_STRTAB, DT_VERSYM, DT_VERDEF, DT_VERNEED, DT_RELA};
    uint64_t next, offset = 0, size = mapped(h, address, &offset);

    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if ((next = dynamic(h, tables[i])) > address && next - address < size)
            size = next - address;
    return size;
}

/* `size` bytes from an address on, with 0 all up to the next table; NULL if there are not so many.
 * libelf keeps what it returns until elf_end(). */
static Elf_Data *table(const struct elf_handle *h, uint64_t address, uint64_t size, Elf_Type type)
{
    uint64_t offset = 0, there = mapped(h, address, &offset);

    if (size == 0 && (size = room(h, address)) > LARGEST_TABLE)
        size = LARGEST_TABLE;
    return size == 0 || size > there ? NULL : chunk(h, offset, size, type);
}

/* NULL if there is no such string. */
static const char *string(const struct elf_handle *h, uint64_t at)
{
    return at < h->strings_size && strnlen(h->strings + at, LONGEST_NAME) < LONGEST_NAME
               ? h->strings + at
               : NULL;
}

static int read_string(const struct elf_handle *h, int64_t tag, const char **text)
{
    uint64_t at = dynamic(h, tag);

    return at && !(*text = string(h, at)) ? -1 : 0;
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
    data = chunk(h, part->p_offset, part->p_filesz - part->p_filesz % entry_size, ELF_T_DYN);
    if (!data)
        return "its dynamic section cannot be read";
    while (gelf_getdyn(data, h->dynamic_count, &entry) && entry.d_tag != DT_NULL)
        h->dynamic_count++;
    h->dynamic = data;
    file->is_dynamic = 1;
    data = table(h, dynamic(h, DT_STRTAB), dynamic(h, DT_STRSZ), ELF_T_BYTE);
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
            !(file->needed[file->needed_count++] = string(h, entry.d_un.d_val)))
            return "the name of a needed library lies outside the string table";
    return NULL;
}

static int add_version(struct elf_file *file, unsigned number, const char *name, const char *from)
{
    struct elf_version version = {from, name};

    if (!name || file->version_count == MOST_VERSIONS)
        return -1;
    file->handle->numbered[number % MOST_VERSIONS] = version;
    file->versions[file->version_count++] = version;
    return 0;
}

/* The two lists of versions are chains that a broken file may send anywhere. They end: no step goes
 * back, libelf refuses an offset outside the table, and MOST_VERSIONS is the most that we take. */
static int read_defined(struct elf_file *file, Elf_Data *data)
{
    struct elf_handle *h = file->handle;
    GElf_Verdef def = {.vd_next = 1};
    GElf_Verdaux aux;
    uint64_t at = 0;

    for (uint64_t left = dynamic(h, DT_VERDEFNUM); left > 0 && def.vd_next; left--) {
        if (at > INT_MAX || !gelf_getverdef(data, (int)at, &def) || at + def.vd_aux > INT_MAX ||
            !gelf_getverdaux(data, (int)(at + def.vd_aux), &aux))
            return -1;
        if (!(def.vd_flags & VER_FLG_BASE) && /* the base is the file itself */
            add_version(file, def.vd_ndx, string(h, aux.vda_name), NULL) != 0)
            return -1;
        at += def.vd_next;
    }
    return 0;
}

static int read_needed(struct elf_file *file, Elf_Data *data)
{
    struct elf_handle *h = file->handle;
    GElf_Verneed need = {.vn_next = 1};
    GElf_Vernaux aux;
    uint64_t at = 0;

    for (uint64_t left = dynamic(h, DT_VERNEEDNUM); left > 0 && need.vn_next; left--) {
        if (at > INT_MAX || !gelf_getverneed(data, (int)at, &need) || !string(h, need.vn_file))
            return -1;
        uint64_t aux_at = at + need.vn_aux;
        for (int i = 0; i < need.vn_cnt; i++) {
            if (aux_at > INT_MAX || !gelf_getvernaux(data, (int)aux_at, &aux) ||
                add_version(file, aux.vna_other, string(h, aux.vna_name),
                            string(h, need.vn_file)) != 0)
                return -1;
            aux_at += aux.vna_next;
        }
        at += need.vn_next;
    }
    return 0;
}

static const char *read_versions(struct elf_file *file)
{
    struct elf_handle *h = file->handle;
    uint64_t defined = dynamic(h, DT_VERDEF), needed = dynamic(h, DT_VERNEED);
    Elf_Data *data;

    file->versions = memory_get(MOST_VERSIONS, sizeof *file->versions);
    h->numbered = memory_get(MOST_VERSIONS, sizeof *h->numbered);
    if (defined && (!(data = table(h, defined, 0, ELF_T_VDEF)) || read_defined(file, data)))
        return "the versions that it defines cannot be read";
    if (needed && (!(data = table(h, needed, 0, ELF_T_VNEED)) || read_needed(file, data)))
        return "the versions that it needs cannot be read";
    return NULL;
}

/* No entry of the dynamic section says so. The section headers do; else the next table ends them.
 */
static uint64_t count_symbols(const struct elf_handle *h, uint64_t symbols, uint64_t size)
{
    GElf_Shdr head;

    for (Elf_Scn *section = NULL; (section = elf_nextscn(h->elf, section));)
        if (gelf_getshdr(section, &head) && head.sh_type == SHT_DYNSYM && head.sh_addr == symbols)
            return head.sh_size / size;
    return room(h, symbols) / size;
}

static const char *read_symbols(struct elf_file *file)
{
    static const char *const bindings[16] = {"", "global", "weak", [STB_GNU_UNIQUE] = "unique"};
    static const char *const types[16] = {
        "notype", "object", "func", [STT_COMMON] = "common", "tls", [STT_GNU_IFUNC] = "ifunc"};
    struct elf_handle *h = file->handle;
    uint64_t symbols = dynamic(h, DT_SYMTAB), versions = dynamic(h, DT_VERSYM);
    uint64_t size = gelf_fsize(h->elf, ELF_T_SYM, 1, EV_CURRENT);
    uint64_t count = symbols ? count_symbols(h, symbols, size) : 0;

    if (count == 0)
        return NULL;
    Elf_Data *list = count <= INT_MAX ? table(h, symbols, count * size, ELF_T_SYM) : NULL;
    Elf_Data *marks = versions && list ? table(h, versions, count * 2, ELF_T_HALF) : NULL;
    if (!list || (versions && !marks))
        return "its dynamic symbols cannot be read";
    file->symbols = memory_get(count, sizeof *file->symbols);
    for (int i = 1; i < (int)count; i++) {
        GElf_Sym symbol;
        GElf_Versym mark = VER_NDX_GLOBAL;

        if (!gelf_getsym(list, i, &symbol) || (marks && !gelf_getversym(marks, i, &mark)))
            return "its dynamic symbols cannot be read";
        int seen = GELF_ST_VISIBILITY(symbol.st_other);
        const char *binding = bindings[GELF_ST_BIND(symbol.st_info)];
        const char *type = types[GELF_ST_TYPE(symbol.st_info)];
        const struct elf_version *version = &h->numbered[mark % MOST_VERSIONS];
        if (!binding || !*binding || !type || symbol.st_name == 0 ||
            (symbol.st_shndx != SHN_UNDEF && seen != STV_DEFAULT && seen != STV_PROTECTED))
            continue;
        const char *name = string(h, symbol.st_name);
        if (!name)
            return "a symbol's name lies outside the string table";
        if (symbol.st_shndx == SHN_ABS && version->name && strcmp(name, version->name) == 0)
            continue; /* some linkers so mark each version that the file defines */
        file->symbols[file->symbol_count++] = (struct elf_symbol){
            string(h, symbol.st_name),    version->name,        version->file, binding, type,
            symbol.st_shndx != SHN_UNDEF, mark < MOST_VERSIONS,
        };
    }
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
                             ? chunk(h, part->p_offset, part->p_filesz, type)
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
    size_t sections;
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
            return "truncated: part of what it maps lies behind its end";
    }
    file->class = gelf_getclass(h->elf) == ELFCLASS64 ? 64 : 32;
    file->type = head.e_type;
    file->machine = head.e_machine;
    if (head.e_machine >= sizeof machines / sizeof *machines ||
        !(file->machine_name = machines[head.e_machine]))
        file->machine_name = "unknown";
    file->has_sections = elf_getshdrnum(h->elf, &sections) == 0 && sections != 0;
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
    /* Of 218 MB it reads what is asked for. Not mapped: a file that shrinks would be SIGBUS. */
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

const char *elf_file_symbols(struct elf_file *file)
{
    const char *reason;

    if ((reason = read_versions(file)) || (reason = read_symbols(file)))
        elf_file_close(file);
    return reason;
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
