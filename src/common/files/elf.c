/* Reads ELF files through libelf, as untrusted input.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/files/elf.h"
#include "common/files/file_version.h"
#include "common/text/memory.h"
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <limits.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

#define LONGEST_NAME (1 << 16)
#define LARGEST_TABLE (4 << 20) /* for tables whose size the dynamic section does not give */
#define MOST_NOTES 1024
#define MOST_VERSIONS 0x8000    /* a version's number has 15 bits */
#define CHUNK ((size_t)1 << 20) /* bytes read at once: an NVIDIA library may have 600 MB */
#define LONGEST_SONAME ((size_t)128)
#define MOST_SONAMES 1000 /* only a malicious file has more */

struct elf_handle {
    int fd;
    dev_t device;
    ino_t inode;
    Elf *elf;
    GElf_Phdr *parts;
    size_t part_count;
    Elf_Data *dynamic; /* NULL: none */
    int dynamic_count; /* entries before DT_NULL */
    const char *strings;
    uint64_t strings_size;
    struct elf_version *numbered; /* index: version number; a NULL name: no such version */
    size_t numbered_count;
    Elf_Data *symbols; /* the dynamic symbols, DT_SYMTAB; NULL: none */
    uint64_t symbol_count;
    Elf_Data *marks; /* DT_VERSYM, the version number of each symbol; NULL: none */
    Elf_Data *hash;  /* DT_GNU_HASH, as 32-bit words; NULL: none, as in old files */
};

/* Returns the program header that maps the file's byte at an address; NULL: none does. */
static const GElf_Phdr *part_at(const struct elf_handle *h, uint64_t address)
{
    for (const GElf_Phdr *part = h->parts; part < h->parts + h->part_count; part++)
        if (part->p_type == PT_LOAD && address >= part->p_vaddr &&
            address - part->p_vaddr < part->p_filesz)
            return part;
    return NULL;
}

/* Returns part of the file, valid until elf_end(); NULL if the file is shorter. */
static Elf_Data *read_chunk(const struct elf_handle *h, uint64_t offset, uint64_t size,
                            Elf_Type type)
{
    Elf_Data *data = elf_getdata_rawchunk(h->elf, (int64_t)offset, size, type);

    return data && data->d_buf ? data : NULL;
}

/* Returns the value of a tag in the dynamic section, or 0. If the tag is repeated, the last value
 * counts, as for the dynamic linker. */
static uint64_t value_of(const struct elf_handle *h, int64_t tag)
{
    uint64_t value = 0;
    GElf_Dyn entry;

    for (int i = 0; i < h->dynamic_count; i++)
        if (gelf_getdyn(h->dynamic, i, &entry) && entry.d_tag == tag)
            value = entry.d_un.d_val;
    return value;
}

/* Returns how many bytes from an address on are in one piece of the file. A table may be in two
 * PT_LOAD parts that are adjacent in memory and in the file, as patchelf makes them. */
static uint64_t mapped_at(const struct elf_handle *h, uint64_t address)
{
    const GElf_Phdr *first = part_at(h, address), *part = first;
    uint64_t size = 0;

    for (; part && part->p_offset - part->p_vaddr == first->p_offset - first->p_vaddr;
         part = part_at(h, address + size))
        size = part->p_vaddr + part->p_filesz - address;
    return size;
}

/* Returns how many bytes are mapped from an address on, up to the next table that a tag names. */
static uint64_t room_at(const struct elf_handle *h, uint64_t address)
{
    static const int64_t tables[] = {DT_STRTAB, DT_VERSYM, DT_VERDEF, DT_VERNEED,
                                     DT_RELA,   DT_SYMTAB, DT_HASH,   DT_GNU_HASH};
    uint64_t next, size = mapped_at(h, address);

    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if ((next = value_of(h, tables[i])) > address && next - address < size)
            size = next - address;
    return size;
}

/* Returns `size` bytes from an address on (0: up to the next table); NULL if there are fewer. */
static Elf_Data *table_at(const struct elf_handle *h, uint64_t address, uint64_t size,
                          Elf_Type type)
{
    const GElf_Phdr *part = part_at(h, address);

    if (size == 0 && (size = room_at(h, address)) > LARGEST_TABLE)
        size = LARGEST_TABLE;
    if (!part || size == 0 || size > mapped_at(h, address))
        return NULL;
    return read_chunk(h, part->p_offset + (address - part->p_vaddr), size, type);
}

/* Returns a text of the string table; NULL if the offset is outside. */
static const char *string_at(const struct elf_handle *h, uint64_t at)
{
    return at < h->strings_size && strnlen(h->strings + at, LONGEST_NAME) < LONGEST_NAME
               ? h->strings + at
               : NULL;
}

static int read_string(const struct elf_handle *h, int64_t tag, const char **text)
{
    uint64_t at = value_of(h, tag);

    return at && !(*text = string_at(h, at)) ? -1 : 0;
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
    data = table_at(h, value_of(h, DT_STRTAB), value_of(h, DT_STRSZ), ELF_T_BYTE);
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

    for (int i = 0; i < h->dynamic_count; i++) {
        if (!gelf_getdyn(h->dynamic, i, &entry) || entry.d_tag != DT_NEEDED)
            continue;
        const char *name = string_at(h, entry.d_un.d_val);
        if (!name)
            return "the name of a needed library is outside the string table";
        *MEMORY_ADD(file->needed.list, file->needed.count) = (char *)name;
    }
    return NULL;
}

/* Reads the dynamic section, if there is one. Returns NULL, or why it cannot be read. */
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
    for (part = h->parts; part < end && (value_of(h, DT_FLAGS) & DF_STATIC_TLS); part++)
        if (part->p_type == PT_TLS)
            file->static_tls = part->p_memsz;
    if (value_of(h, DT_FLAGS_1) & DF_1_PIE)
        file->refused = "cannot dynamically load position-independent executable";
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

/* Reads the marker note of a build of lazynccl. `text` is a library's name; in a small copy, the
 * search locations follow as a second string. */
static void read_marker(struct elf_file *file, GElf_Word type, const char *text, size_t size)
{
    size_t length = strlen(text) + 1;

    if (length < size && text[length] && memchr(text + length, '\0', size - length))
        file->locations = text + length;
    if (!strings_has(&file->lazynccl, text))
        *MEMORY_ADD(file->lazynccl.list, file->lazynccl.count) = (char *)text;
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
    if (note->n_type == 0x407c0c0a /* .note.dlopen */ &&
        is_owned_by(note, owner, "FDO", sizeof "FDO"))
        *MEMORY_ADD(file->dlopen, file->dlopen_count) = text;
    if (is_owned_by(note, owner, LAZYNCCL_MARKER_OWNER, sizeof LAZYNCCL_MARKER_OWNER))
        read_marker(file, note->n_type, text, note->n_descsz);
}

/* Reads the notes, at most MOST_NOTES. */
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

/* Records the offset of a PT_LOAD part with constants. Returns -1 if the file lacks its bytes. */
static int read_loaded(struct elf_file *file, const GElf_Phdr *part, uint64_t size)
{
    if (part->p_filesz != 0 && (part->p_offset > size || part->p_filesz > size - part->p_offset))
        return -1;
    if (part->p_flags == PF_R)
        file->constants = part->p_offset;
    return 0;
}

/* Reads the ELF header and the program headers. Returns NULL, or why they cannot be read. */
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
        if (part->p_type == PT_INTERP)
            file->is_program = 1;
        if (part->p_type == PT_GNU_STACK && part->p_flags & PF_X)
            file->runs_stack = 1;
        if (part->p_type == PT_LOAD && read_loaded(file, part, size) != 0)
            return "truncated: it maps bytes after its end";
    }
    file->class = gelf_getclass(h->elf) == ELFCLASS64 ? 64 : 32;
    file->machine = head.e_machine;
    if (head.e_type != ET_DYN)
        file->refused = head.e_type == ET_EXEC ? "cannot dynamically load executable"
                                               : "only ET_DYN and ET_EXEC can be loaded";
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
    /* ELF_C_READ: not all 218 MB are read; a mapped file could shrink, which causes SIGBUS */
    else if (!(h->elf = elf_begin(fd, ELF_C_READ, NULL)))
        reason = elf_errmsg(-1);
    else if (!(reason = read_headers(file, (uint64_t)facts.st_size)))
        reason = read_dynamic(file);
    if (reason) {
        elf_file_close(file);
        return reason;
    }
    h->device = facts.st_dev;
    h->inode = facts.st_ino;
    read_notes(file);
    return NULL;
}

const char *elf_machine_word(int machine)
{
    static const char *const words[] = {
        [EM_386] = "i386",      [EM_ARM] = "arm",         [EM_S390] = "s390x", [EM_PPC64] = "ppc64",
        [EM_X86_64] = "x86_64", [EM_AARCH64] = "aarch64", [EM_RISCV] = "riscv"};
    const char *word = machine < (int)(sizeof words / sizeof *words) ? words[machine] : NULL;

    return word ? word : "unknown";
}

int elf_file_needs(const struct elf_file *file, const char *beginnings)
{
    for (size_t i = 0; i < file->needed.count; i++)
        if (strings_length_of_first(beginnings, file->needed.list[i]))
            return 1;
    return 0;
}

int elf_file_has(const struct elf_file *file, const char *symbol, int defined)
{
    for (size_t i = 0; i < file->symbol_count; i++)
        if (file->symbols[i].defined == defined && strcmp(file->symbols[i].name, symbol) == 0)
            return 1;
    return 0;
}

char *elf_file_lazynccl(const struct elf_file *file)
{
    OWNED(memory) char *list = strings_join(&file->lazynccl, ", ");
    int release = file->lazynccl_release;
    char by[64] = "";

    if (!file->lazynccl.count)
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
    free(file->needed.list);
    free(file->versions);
    free(file->symbols);
    free(file->dlopen);
    free(file->lazynccl.list);
    free(h->parts);
    free(h->numbered);
    elf_end(h->elf);
    if (h->fd >= 0)
        close(h->fd);
    free(h);
    *file = (struct elf_file){0};
}

static int add_version(struct elf_file *file, unsigned number, const char *name, const char *from)
{
    struct elf_handle *h = file->handle;

    if (!name || file->version_count == MOST_VERSIONS)
        return -1;
    *MEMORY_ADD(file->versions, file->version_count) = (struct elf_version){from, name};
    while (h->numbered_count <= number % MOST_VERSIONS)
        *MEMORY_ADD(h->numbered, h->numbered_count) = (struct elf_version){0};
    h->numbered[number % MOST_VERSIONS] = (struct elf_version){from, name};
    return 0;
}

/* The two lists of versions are chains that a broken file may send anywhere. Reading still ends: no
 * step goes back, libelf refuses an offset outside the table, and MOST_VERSIONS is the limit. */
static int read_defined_versions(struct elf_file *file, Elf_Data *data)
{
    struct elf_handle *h = file->handle;
    GElf_Verdef def = {.vd_next = 1};
    GElf_Verdaux aux;
    uint64_t at = 0;

    for (uint64_t left = value_of(h, DT_VERDEFNUM); left > 0 && def.vd_next; left--) {
        if (at > INT_MAX || !gelf_getverdef(data, (int)at, &def) || at + def.vd_aux > INT_MAX ||
            !gelf_getverdaux(data, (int)(at + def.vd_aux), &aux))
            return -1;
        if (!(def.vd_flags & VER_FLG_BASE) && /* the base is the file itself */
            add_version(file, def.vd_ndx, string_at(h, aux.vda_name), NULL) != 0)
            return -1;
        at += def.vd_next;
    }
    return 0;
}

static int read_needed_versions(struct elf_file *file, Elf_Data *data)
{
    struct elf_handle *h = file->handle;
    GElf_Verneed need = {.vn_next = 1};
    GElf_Vernaux aux;
    uint64_t at = 0;

    for (uint64_t left = value_of(h, DT_VERNEEDNUM); left > 0 && need.vn_next; left--) {
        if (at > INT_MAX || !gelf_getverneed(data, (int)at, &need) || !string_at(h, need.vn_file))
            return -1;
        uint64_t aux_at = at + need.vn_aux;
        for (int i = 0; i < need.vn_cnt; i++) {
            if (aux_at > INT_MAX || !gelf_getvernaux(data, (int)aux_at, &aux) ||
                add_version(file, aux.vna_other, string_at(h, aux.vna_name),
                            string_at(h, need.vn_file)) != 0)
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
    uint64_t defined = value_of(h, DT_VERDEF), needed = value_of(h, DT_VERNEED);
    Elf_Data *data;

    if (defined &&
        (!(data = table_at(h, defined, 0, ELF_T_VDEF)) || read_defined_versions(file, data)))
        return "the versions that it defines cannot be read";
    if (needed &&
        (!(data = table_at(h, needed, 0, ELF_T_VNEED)) || read_needed_versions(file, data)))
        return "the versions that it needs cannot be read";
    return NULL;
}

/* Returns the number of symbols, which the dynamic section does not have: from the section headers,
 * or else from the start of the next table. */
static uint64_t count_symbols(const struct elf_handle *h, uint64_t symbols, uint64_t size)
{
    GElf_Shdr head;

    for (Elf_Scn *section = NULL; (section = elf_nextscn(h->elf, section));)
        if (gelf_getshdr(section, &head) && head.sh_type == SHT_DYNSYM && head.sh_addr == symbols)
            return head.sh_size / size;
    return room_at(h, symbols) / size;
}

/* STO_AARCH64_VARIANT_PCS and STO_RISCV_VARIANT_CC: ld.so binds these functions at the start. */
static int is_variant(const struct elf_file *file, unsigned other)
{
    return (file->machine == EM_AARCH64 || file->machine == EM_RISCV) && other & 0x80;
}

static const char *const type_words[] = {
    [ELF_TYPE_NONE] = "notype",     [ELF_TYPE_OBJECT] = "object", [ELF_TYPE_FUNC] = "func",
    [ELF_TYPE_COMMON] = "common",   [ELF_TYPE_TLS] = "tls",       [ELF_TYPE_IFUNC] = "ifunc",
    [ELF_TYPE_VARIANT] = "variant",
};
static const char *const binding_words[16] = {
    [ELF_BINDING_GLOBAL] = "global", [ELF_BINDING_WEAK] = "weak", [ELF_BINDING_UNIQUE] = "unique"};

const char *elf_type_word(enum elf_type type)
{
    return type_words[type];
}

const char *elf_binding_word(enum elf_binding binding)
{
    return binding_words[binding];
}

static int is_in_code(const struct elf_handle *h, uint64_t address)
{
    const GElf_Phdr *part = part_at(h, address);

    return part && part->p_flags & PF_X;
}

/* Returns 1 if other files can see the symbol, and its binding and type are known. */
static int is_visible(const GElf_Sym *symbol, enum elf_type type)
{
    int visibility = GELF_ST_VISIBILITY(symbol->st_other);

    return symbol->st_name != 0 && type_words[type] &&
           binding_words[GELF_ST_BIND(symbol->st_info)] &&
           (symbol->st_shndx == SHN_UNDEF || visibility == STV_DEFAULT ||
            visibility == STV_PROTECTED);
}

/* Adds a symbol; `mark` is its entry in the version table. */
static const char *add_symbol(struct elf_file *file, const GElf_Sym *symbol, GElf_Versym mark)
{
    struct elf_handle *h = file->handle;
    int is_defined = symbol->st_shndx != SHN_UNDEF, is_absolute = symbol->st_shndx == SHN_ABS;
    enum elf_type type =
        is_variant(file, symbol->st_other) ? ELF_TYPE_VARIANT : GELF_ST_TYPE(symbol->st_info);
    size_t number = mark % MOST_VERSIONS;
    struct elf_version version = {0};

    if (!is_visible(symbol, type))
        return NULL;
    if (number < h->numbered_count)
        version = h->numbered[number];
    const char *name = string_at(h, symbol->st_name);
    if (!name)
        return "a symbol's name is outside the string table";
    if (is_absolute && version.name && strcmp(name, version.name) == 0)
        return NULL; /* not a symbol: with some linkers, each defined version has such an entry */
    *MEMORY_ADD(file->symbols, file->symbol_count) = (struct elf_symbol){
        .name = name,
        .hash = is_defined ? 0 : (uint32_t)elf_gnu_hash(name),
        .version = version.name,
        .from = version.file,
        .binding = GELF_ST_BIND(symbol->st_info),
        .type = type,
        .size = symbol->st_size,
        .defined = is_defined,
        .in_code = is_defined && !is_absolute && is_in_code(h, symbol->st_value),
        .default_version = mark < MOST_VERSIONS};
    return NULL;
}

/* Gets symbol number `i` and its entry in the version table, if there is one. */
static int get_symbol(const struct elf_handle *h, uint64_t i, GElf_Sym *symbol, GElf_Versym *mark)
{
    *mark = VER_NDX_GLOBAL;
    return gelf_getsym(h->symbols, (int)i, symbol) &&
           (!h->marks || gelf_getversym(h->marks, (int)i, mark));
}

static uint32_t word_at(const struct elf_handle *h, uint64_t number)
{
    return h->hash && number < h->hash->d_size / 4 ? ((const uint32_t *)h->hash->d_buf)[number] : 0;
}

/* Returns the index of the first bucket, which follows four words and the Bloom filter. The
 * filter's elements have as many bits as the file's class. */
static uint64_t buckets_of(const struct elf_file *file)
{
    return 4 + (uint64_t)word_at(file->handle, 2) * (unsigned)(file->class / 32);
}

/* Finds the dynamic symbols, their versions and the hash table. */
static const char *read_tables(struct elf_handle *h)
{
    uint64_t symbols = value_of(h, DT_SYMTAB), versions = value_of(h, DT_VERSYM);
    uint64_t hash = value_of(h, DT_GNU_HASH);
    uint64_t size = gelf_fsize(h->elf, ELF_T_SYM, 1, EV_CURRENT);
    uint64_t count = symbols ? count_symbols(h, symbols, size) : 0;

    if (count == 0)
        return NULL;
    h->symbols = count <= INT_MAX ? table_at(h, symbols, count * size, ELF_T_SYM) : NULL;
    h->marks = versions && h->symbols ? table_at(h, versions, count * 2, ELF_T_HALF) : NULL;
    if (!h->symbols || (versions && !h->marks))
        return "its dynamic symbols cannot be read";
    h->symbol_count = count;
    h->hash = hash ? table_at(h, hash, 0, ELF_T_WORD) : NULL;
    return NULL;
}

/* Returns the number of the first symbol in the hash table; all symbols before it are undefined.
 * The hash table of a file that defines no symbol has one bucket, which is empty. */
static uint64_t first_defined(const struct elf_file *file)
{
    const struct elf_handle *h = file->handle;
    int is_empty = !h->hash || (word_at(h, 0) == 1 && word_at(h, buckets_of(file)) == 0);

    return is_empty || word_at(h, 1) > h->symbol_count ? h->symbol_count : word_at(h, 1);
}

/* Reads the symbols, or only the undefined ones: most symbols of a large library are defined. */
static const char *read_symbols(struct elf_file *file, int only_undefined)
{
    struct elf_handle *h = file->handle;
    const char *reason = read_tables(h);
    uint64_t count = reason || !only_undefined ? h->symbol_count : first_defined(file);

    for (uint64_t i = 1; i < count && !reason; i++) {
        GElf_Sym symbol;
        GElf_Versym mark;

        if (!get_symbol(h, i, &symbol, &mark))
            return "its dynamic symbols cannot be read";
        if (!only_undefined || symbol.st_shndx == SHN_UNDEF)
            reason = add_symbol(file, &symbol, mark);
    }
    return reason;
}

/* Returns 1 if symbol number `i` defines `asked`, in its version if the file has versions. */
static int is_definition(const struct elf_file *file, uint64_t i, const struct elf_symbol *asked)
{
    const struct elf_handle *h = file->handle;
    GElf_Versym mark;
    GElf_Sym symbol;

    if (!get_symbol(h, i, &symbol, &mark) || symbol.st_shndx == SHN_UNDEF ||
        !is_visible(&symbol, GELF_ST_TYPE(symbol.st_info)))
        return 0;
    const char *name = string_at(h, symbol.st_name);
    const char *version =
        mark % MOST_VERSIONS < h->numbered_count ? h->numbered[mark % MOST_VERSIONS].name : NULL;
    return name && strcmp(name, asked->name) == 0 &&
           (!version || !asked->version || strcmp(version, asked->version) == 0);
}

int elf_file_defines(const struct elf_file *file, const struct elf_symbol *asked)
{
    const struct elf_handle *h = file->handle;
    uint32_t count = word_at(h, 0), first = word_at(h, 1), chain = 0;
    uint64_t buckets = buckets_of(file), i;

    for (i = 1; !h->hash && i < h->symbol_count; i++)
        if (is_definition(file, i, asked))
            return 1;
    i = count ? word_at(h, buckets + asked->hash % count) : 0;
    for (; i && i >= first && i < h->symbol_count && !(chain & 1); i++) { /* bit 0: last of chain */
        chain = word_at(h, buckets + count + i - first);
        if ((chain | 1) == (asked->hash | 1) && is_definition(file, i, asked))
            return 1;
    }
    return 0;
}

int elf_file_is_same(const struct elf_file *a, const struct elf_file *b)
{
    return a->handle && b->handle && a->handle->device == b->handle->device &&
           a->handle->inode == b->handle->inode;
}

void elf_file_end(struct elf_file *file)
{
    elf_cntl(file->handle->elf, ELF_C_FDDONE); /* all facts are in memory */
    close(file->handle->fd);
    file->handle->fd = -1;
}

const char *elf_file_symbols(struct elf_file *file, int only_undefined)
{
    const char *reason = read_versions(file);

    if (reason || (reason = read_symbols(file, only_undefined))) {
        elf_file_close(file);
        return reason;
    }
    elf_file_end(file);
    return NULL;
}

const char *elf_file_open(struct elf_file *file, const char *path)
{
    const char *reason = elf_file_head(file, path);

    return reason ? reason : elf_file_symbols(file, 0);
}

/* Returns the length of a suffix such as ".1.2" or ".%d" after ".so", or -1 if it is not one. */
static int suffix_length(const char *text, size_t room)
{
    size_t n = 0;

    while (n < room && (isdigit((unsigned char)text[n]) || (text[n] && strchr(".%ds", text[n]))))
        n++;
    return n < room && !text[n] && (n == 0 || *text == '.') ? (int)n : -1;
}

/* Returns the next ".so", or NULL. Most bytes are GPU code, which memchr() skips faster than
 * memmem() does for so short a text. */
static const char *next_so(const char *at, const char *end)
{
    while (end - at > 2 && (at = memchr(at, '.', (size_t)(end - at - 2)))) {
        if (at[1] == 's' && at[2] == 'o')
            return at;
        at++;
    }
    return NULL;
}

/* Adds the name with this ".so" if it is a whole string or, unless `bare`, the end of a path. */
static void add_name(const char *start, const char *at, const char *end, int bare,
                     struct strings *names)
{
    int suffix = suffix_length(at + 3, (size_t)(end - at - 3));
    const char *name = at;

    while (name > start && (size_t)(at - name) < LONGEST_SONAME &&
           (isalnum((unsigned char)name[-1]) || (name[-1] && strchr("_+-.%", name[-1]))))
        name--;
    if (suffix < 0 || strncmp(name, "lib", 3) != 0 || at - name < 4 ||
        (name > start && name[-1] && (bare || name[-1] != '/')))
        return;
    OWNED(memory) char *copy = memory_copy_part(name, (size_t)(at - name) + 3 + (size_t)suffix);

    strings_add_once(names, copy);
}

/* Reads the bytes from `start` to `stop`. Chunks overlap, so that no name is cut. */
static void read_part(int fd, uint64_t start, uint64_t stop, char *buffer, int bare,
                      struct strings *names)
{
    for (uint64_t from = start; from < stop && names->count < MOST_SONAMES; from += CHUNK) {
        off_t data = file_version_after_hole(fd, (off_t)from);

        if (data < 0)
            break;
        from = (uint64_t)data < stop ? (uint64_t)data : stop;
        uint64_t before = from - start < LONGEST_SONAME ? from - start : LONGEST_SONAME,
                 rest = stop - from;
        size_t size =
            (size_t)((rest < CHUNK + LONGEST_SONAME ? rest : CHUNK + LONGEST_SONAME) + before);
        ssize_t got = pread(fd, buffer, size, (off_t)(from - before));
        const char *end = buffer + (got > 0 ? got : 0), *at = buffer;

        while ((at = next_so(at, end))) {
            if (at >= buffer + before || from == start)
                add_name(buffer, at, end, bare, names);
            at += 3;
        }
    }
}

int elf_file_imports_dlopen(const struct elf_file *file)
{
    static const char *const names[] = {"dlopen",       "dlmopen",   "g_module_open",
                                        "os_dlopen",    "lt_dlopen", "SDL_LoadObject",
                                        "lt_dlopenext", "uv_dlopen", "g_module_open_full"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (elf_file_has(file, names[i], 0))
            return 1;
    return 0;
}

struct strings elf_file_opens(const struct elf_file *file, int bare)
{
    OWNED(strings) struct strings found = {0};
    struct strings names = {0};
    OWNED(memory) char *buffer = memory_get(CHUNK + 2 * LONGEST_SONAME, 1);
    uint64_t done = 0; /* each byte is read once, however many parts map it */

    for (size_t i = 0; i < file->handle->part_count; i++) {
        const GElf_Phdr *part = &file->handle->parts[i];
        uint64_t start = part->p_offset > done ? part->p_offset : done,
                 stop = part->p_offset + part->p_filesz;

        if (part->p_type != PT_LOAD || stop <= start)
            continue;
        read_part(file->handle->fd, start, stop, buffer, bare, &found);
        done = stop;
    }
    for (size_t i = 0; i < found.count; i++)
        if (!strings_has(&file->needed, found.list[i]) &&
            (!file->soname || strcmp(found.list[i], file->soname) != 0))
            strings_print(&names, "%s", found.list[i]);
    strings_sort(&names);
    return names;
}
