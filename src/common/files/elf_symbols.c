/* Reads the versions and symbols of an ELF file.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/files/elf.h"
#include "common/files/elf_handle.h"
#include "common/text/memory.h"
#include <limits.h>
#include <unistd.h>

#define MOST_VERSIONS 0x8000 /* their numbers have 15 bits */

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
 * step goes back, libelf refuses an offset outside the table, and at most MOST_VERSIONS are
 * read. */
static int read_defined(struct elf_file *file, Elf_Data *data)
{
    struct elf_handle *h = file->handle;
    GElf_Verdef def = {.vd_next = 1};
    GElf_Verdaux aux;
    uint64_t at = 0;

    for (uint64_t left = elf_handle_value(h, DT_VERDEFNUM); left > 0 && def.vd_next; left--) {
        if (at > INT_MAX || !gelf_getverdef(data, (int)at, &def) || at + def.vd_aux > INT_MAX ||
            !gelf_getverdaux(data, (int)(at + def.vd_aux), &aux))
            return -1;
        if (!(def.vd_flags & VER_FLG_BASE) && /* the base is the file itself */
            add_version(file, def.vd_ndx, elf_handle_string(h, aux.vda_name), NULL) != 0)
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

    for (uint64_t left = elf_handle_value(h, DT_VERNEEDNUM); left > 0 && need.vn_next; left--) {
        if (at > INT_MAX || !gelf_getverneed(data, (int)at, &need) ||
            !elf_handle_string(h, need.vn_file))
            return -1;
        uint64_t aux_at = at + need.vn_aux;
        for (int i = 0; i < need.vn_cnt; i++) {
            if (aux_at > INT_MAX || !gelf_getvernaux(data, (int)aux_at, &aux) ||
                add_version(file, aux.vna_other, elf_handle_string(h, aux.vna_name),
                            elf_handle_string(h, need.vn_file)) != 0)
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
    uint64_t defined = elf_handle_value(h, DT_VERDEF), needed = elf_handle_value(h, DT_VERNEED);
    Elf_Data *data;

    if (defined &&
        (!(data = elf_handle_table(h, defined, 0, ELF_T_VDEF)) || read_defined(file, data)))
        return "the versions that it defines cannot be read";
    if (needed &&
        (!(data = elf_handle_table(h, needed, 0, ELF_T_VNEED)) || read_needed(file, data)))
        return "the versions that it needs cannot be read";
    return NULL;
}

/* The dynamic section does not give the number of symbols. Uses the section headers, else the start
 * of the next table. */
static uint64_t count_symbols(const struct elf_handle *h, uint64_t symbols, uint64_t size)
{
    GElf_Shdr head;

    for (Elf_Scn *section = NULL; (section = elf_nextscn(h->elf, section));)
        if (gelf_getshdr(section, &head) && head.sh_type == SHT_DYNSYM && head.sh_addr == symbols)
            return head.sh_size / size;
    return elf_handle_room(h, symbols) / size;
}

/* STO_AARCH64_VARIANT_PCS and STO_RISCV_VARIANT_CC: ld.so binds these before the program starts. */
static int is_variant(const struct elf_file *file, unsigned other)
{
    return (file->machine == EM_AARCH64 || file->machine == EM_RISCV) && other & 0x80;
}

const char *elf_type_word(enum elf_type type)
{
    static const char *const words[] = {
        [ELF_TYPE_NONE] = "notype",     [ELF_TYPE_OBJECT] = "object", [ELF_TYPE_FUNC] = "func",
        [ELF_TYPE_COMMON] = "common",   [ELF_TYPE_TLS] = "tls",       [ELF_TYPE_IFUNC] = "ifunc",
        [ELF_TYPE_VARIANT] = "variant",
    };

    return words[type];
}

const char *elf_binding_word(enum elf_binding binding)
{
    static const char *const words[16] = {[ELF_BINDING_GLOBAL] = "global",
                                          [ELF_BINDING_WEAK] = "weak",
                                          [ELF_BINDING_UNIQUE] = "unique"};

    return words[binding];
}

static int is_in_code(const struct elf_handle *h, uint64_t address)
{
    const GElf_Phdr *part = elf_handle_part(h, address);

    return part && part->p_flags & PF_X;
}

/* Whether other files can see the symbol, and its binding and type are known. */
static int is_visible(const GElf_Sym *symbol, enum elf_type type)
{
    int seen = GELF_ST_VISIBILITY(symbol->st_other);

    return symbol->st_name != 0 && elf_type_word(type) &&
           elf_binding_word(GELF_ST_BIND(symbol->st_info)) &&
           (symbol->st_shndx == SHN_UNDEF || seen == STV_DEFAULT || seen == STV_PROTECTED);
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
    const char *name = elf_handle_string(h, symbol->st_name);
    if (!name)
        return "a symbol's name is outside the string table";
    if (is_absolute && version.name && strcmp(name, version.name) == 0)
        return NULL; /* some linkers so mark each version that the file defines */
    *MEMORY_ADD(file->symbols, file->symbol_count) = (struct elf_symbol){
        .name = name,
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

/* Gets symbol number `i` and, if there are any, its entry in the version table. */
static int get_symbol(Elf_Data *list, Elf_Data *marks, int i, GElf_Sym *symbol, GElf_Versym *mark)
{
    return gelf_getsym(list, i, symbol) && (!marks || gelf_getversym(marks, i, mark));
}

/* Most symbols of a large library are defined, and take most of the time. */
static const char *read_symbols(struct elf_file *file, int only_undefined)
{
    struct elf_handle *h = file->handle;
    uint64_t symbols = elf_handle_value(h, DT_SYMTAB), versions = elf_handle_value(h, DT_VERSYM);
    uint64_t size = gelf_fsize(h->elf, ELF_T_SYM, 1, EV_CURRENT);
    uint64_t count = symbols ? count_symbols(h, symbols, size) : 0;

    if (count == 0)
        return NULL;
    Elf_Data *list =
        count <= INT_MAX ? elf_handle_table(h, symbols, count * size, ELF_T_SYM) : NULL;
    Elf_Data *marks =
        versions && list ? elf_handle_table(h, versions, count * 2, ELF_T_HALF) : NULL;
    if (!list || (versions && !marks))
        return "its dynamic symbols cannot be read";
    for (int i = 1; i < (int)count; i++) {
        GElf_Sym symbol;
        GElf_Versym mark = VER_NDX_GLOBAL;

        if (!get_symbol(list, marks, i, &symbol, &mark))
            return "its dynamic symbols cannot be read";
        if (only_undefined && symbol.st_shndx != SHN_UNDEF)
            continue;
        const char *reason = add_symbol(file, &symbol, mark);
        if (reason)
            return reason;
    }
    return NULL;
}

const char *elf_file_symbols(struct elf_file *file, int only_undefined)
{
    const char *reason = read_versions(file);

    if (reason || (reason = read_symbols(file, only_undefined))) {
        elf_file_close(file);
        return reason;
    }
    elf_cntl(file->handle->elf, ELF_C_FDDONE); /* all that is pointed to is in memory */
    close(file->handle->fd);
    file->handle->fd = -1;
    return NULL;
}

const char *elf_file_open(struct elf_file *file, const char *path)
{
    const char *reason = elf_file_head(file, path);

    return reason ? reason : elf_file_symbols(file, 0);
}
