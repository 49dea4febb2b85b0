/* Splits a template into sections, and writes a stand-in from them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "standin/elf/template.h"
#include "common/text/memory.h"
#include <errno.h>

static const char *const names[PART_COUNT] = {
    [PART_CONF] = ".lazy.conf",       [PART_NOTE] = ".note.dlopen",
    [PART_MARKER] = ".note.lazynccl", [PART_FRAME] = ".eh_frame",
    [PART_DYNAMIC] = ".dynamic",      [PART_TEXT] = ".lazy.text",
    [PART_DATA] = ".lazy.data",       [PART_SYMBOLS] = ".dynsym",
    [PART_HASH] = ".gnu.hash",        [PART_VERSIONS] = ".gnu.version",
    [PART_NODES] = ".gnu.version_d",  [PART_NEEDS] = ".gnu.version_r",
    [PART_RELOCATIONS] = ".rela.dyn", [PART_STRINGS] = ".dynstr",
    [PART_SLOTS] = ".lazy.slots",
};

void template_open(struct template *template, const void *file, size_t size)
{
    size_t strings = 0;

    elf_version(EV_CURRENT);
    *template = (struct template){.copy = memory_get(size, 1)};
    memcpy(template->copy, file, size);
    template->elf = memory_check(elf_memory(template->copy, size));
    template->head = *elf64_getehdr(template->elf);
    memcpy(template->parts, elf64_getphdr(template->elf),
           template->head.e_phnum * sizeof *template->parts);
    elf_getshdrstrndx(template->elf, &strings);
    template->count = template->head.e_shnum;
    template->list = memory_get(template->count, sizeof *template->list);
    for (size_t i = 1; i < template->count; i++) {
        struct template_section *section = &template->list[i];
        Elf_Scn *scn = elf_getscn(template->elf, i);

        section->was = section->now = *elf64_getshdr(scn);
        section->data = elf_getdata(scn, NULL);
        for (size_t part = 0; part < PART_COUNT; part++)
            if (strcmp(names[part], elf_strptr(template->elf, strings, section->was.sh_name)) == 0)
                template->where[part] = i;
    }
}

void template_close(struct template *template)
{
    for (size_t i = 0; i < template->count; i++)
        free(template->list[i].fresh.at);
    free(template->list);
    elf_end(template->elf);
    free(template->copy);
}

struct template_section *template_section(struct template *template, enum template_part part)
{
    return &template->list[template->where[part]];
}

struct bytes *template_renew(struct template *template, enum template_part part)
{
    struct template_section *section = template_section(template, part);

    section->renewed = 1;
    return &section->fresh;
}

struct bytes *template_change(struct template *template, enum template_part part)
{
    const Elf_Data *data = template_section(template, part)->data;
    struct bytes *bytes = template_renew(template, part);

    bytes_add(bytes, data->d_buf, data->d_size);
    return bytes;
}

/* Returns the alignment of the segment that begins at an address of the template, or 0. */
static uint64_t segment_at(const struct template *template, uint64_t address)
{
    for (int i = 0; i < template->head.e_phnum; i++)
        if (template->parts[i].p_type == PT_LOAD && template->parts[i].p_vaddr == address)
            return template->parts[i].p_align;
    return 0;
}

/* Places the sections from PART_TEXT on. Each later segment begins on a new page, at the offset in
 * the page that it has in the file, so that the file needs no padding. */
static void place_sections(struct template *template)
{
    const Elf64_Shdr *text = &template_section(template, PART_TEXT)->now;
    uint64_t offset = text->sh_offset, address = text->sh_addr;

    for (size_t i = template->where[PART_TEXT]; i < template->count; i++) {
        struct template_section *section = &template->list[i];
        uint64_t gap = -offset & (section->now.sh_addralign - 1);
        uint64_t page = segment_at(template, section->was.sh_addr);

        if (section->dropped)
            continue;
        if (section->renewed)
            section->now.sh_size = section->fresh.count;
        if (i != template->where[PART_TEXT]) {
            offset += gap;
            address += gap;
        }
        if (page)
            address = ((address + page - 1) & -page) + (offset & (page - 1));
        section->now.sh_offset = offset;
        offset += section->now.sh_size;
        if (section->now.sh_flags & SHF_ALLOC) {
            section->now.sh_addr = address;
            address += section->now.sh_size;
        }
    }
    template->head.e_shoff = (offset + 7) & ~7ull;
}

/* Returns 1 if a section is in this segment of the template. */
static int within(const struct template_section *section, const Elf64_Phdr *part)
{
    return !section->dropped && section->was.sh_flags & SHF_ALLOC &&
           section->was.sh_addr - part->p_vaddr < part->p_memsz;
}

/* Moves a segment with its sections. A segment that ends before PART_TEXT stays in place. */
static void place_segment(struct template *template, Elf64_Phdr *part)
{
    const struct template_section *first = NULL, *last = NULL;

    for (size_t i = 1; i < template->count; i++)
        if (within(&template->list[i], part)) {
            first = first ? first : &template->list[i];
            last = &template->list[i];
        }
    if (!last || last < template_section(template, PART_TEXT))
        return;
    if (first > template_section(template, PART_TEXT)) {
        part->p_offset = first->now.sh_offset;
        part->p_vaddr = part->p_paddr = first->now.sh_addr;
    }
    part->p_filesz = part->p_memsz = last->now.sh_addr + last->now.sh_size - part->p_vaddr;
}

/* Makes RELRO the whole segment of .dynamic, because ld does not place it under a script. */
static void make_relro(struct template *template, Elf64_Phdr *relro)
{
    uint64_t dynamic = template_section(template, PART_DYNAMIC)->was.sh_addr;

    for (int i = 0; i < template->head.e_phnum; i++) {
        const Elf64_Phdr *part = &template->parts[i];

        if (part->p_type == PT_LOAD && dynamic - part->p_vaddr < part->p_memsz) {
            *relro = *part;
            relro->p_type = PT_GNU_RELRO;
            relro->p_flags = PF_R;
            relro->p_align = 1;
        }
    }
}

void template_lay_out(struct template *template)
{
    unsigned number = 0;

    for (size_t i = 1; i < template->count; i++)
        template->list[i].number = template->list[i].dropped ? 0 : ++number;
    for (size_t i = 1; i < template->count; i++)
        template->list[i].now.sh_link = template->list[template->list[i].was.sh_link].number;
    place_sections(template);
    for (int i = 0; i < template->head.e_phnum; i++)
        if (template->parts[i].p_type == PT_LOAD)
            place_segment(template, &template->parts[i]);
    for (int i = 0; i < template->head.e_phnum; i++)
        if (template->parts[i].p_type == PT_NULL) /* `ro` in template.ld */
            make_relro(template, &template->parts[i]);
    template->head.e_shstrndx = (Elf64_Half) template->list[template->head.e_shstrndx].number;
    template->head.e_shnum = (Elf64_Half)(number + 1);
}

/* Fills in every offset, because libelf is told not to lay out the file. */
static const char *fill(struct template *template, Elf *out)
{
    Elf64_Ehdr *head = elf64_newehdr(out);
    Elf64_Phdr *parts;

    elf_flagelf(out, ELF_C_SET, ELF_F_LAYOUT);
    elf_fill(0);
    if (!head || !(parts = elf64_newphdr(out, template->head.e_phnum)))
        return elf_errmsg(-1);
    memcpy(parts, template->parts, template->head.e_phnum * sizeof *parts);
    for (size_t i = 1; i < template->count; i++) {
        struct template_section *section = &template->list[i];
        Elf_Scn *scn = section->dropped ? NULL : elf_newscn(out);
        Elf_Data *data = scn ? elf_newdata(scn) : NULL;

        if (section->dropped)
            continue;
        if (!data)
            return elf_errmsg(-1);
        *elf64_getshdr(scn) = section->now;
        *data = (Elf_Data){.d_type = section->data->d_type,
                           .d_version = EV_CURRENT,
                           .d_buf = section->renewed ? section->fresh.at : section->data->d_buf,
                           .d_size = section->now.sh_size,
                           .d_align = 1};
    }
    *head = template->head;
    return elf_update(out, ELF_C_WRITE) < 0 ? elf_errmsg(-1) : NULL;
}

const char *template_write(struct template *template, int fd)
{
    Elf *out = elf_begin(fd, ELF_C_WRITE, NULL);

    errno = 0; /* the system's reason is better than libelf's, "cannot write data to file" */
    const char *why = out ? fill(template, out) : elf_errmsg(-1);
    why = why && errno ? strerror(errno) : why;
    elf_end(out);
    return why;
}
