/* Fills in a template for a library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "standin/elf/make.h"
#include "common/text/memory.h"
#include "runtime/search/elf_check.h"
#include "standin/elf/atomic_file.h"
#include "standin/elf/code.h"
#include "standin/elf/lazy_section.h"
#include "standin/elf/stub_lookup.h"
#include "standin/elf/tables.h"
#include "standin/template/conf.h"
#include <errno.h>

static uint64_t address_of(struct template *template, enum template_part part)
{
    return template_section(template, part)->now.sh_addr;
}

static void fill_conf(struct template *template, const struct tables *tables)
{
    struct lazynccl_standin_conf *conf = (void *)template_section(template, PART_CONF)->fresh.at;
    uint64_t here = address_of(template, PART_CONF);

    conf->data = (int32_t)(address_of(template, PART_DATA) - here);
    conf->names = (uint32_t)tables->names;
    conf->versions = (int32_t)tables->versions;
}

/* Fills the note with JSON, and its end with blanks, which JSON allows. The feature is the SONAME:
 * builds use the library's name, and all notes of a feature need the same description. */
static void fill_note(struct template *template, const struct source_library *real,
                      const struct make_hints *hints)
{
    char *text = template_change(template, PART_NOTE)->at + 16;
    const char *title = real->library ? real->library->library->description->title : "";
    OWNED(memory)
    char *from = hints->source ? memory_print("%s%.80s", LAZYNCCL_STANDIN_FROM, hints->source)
                               : memory_copy("");

    for (char *odd = from; (odd = strpbrk(odd, "\"\\\n"));)
        *odd = '?';
    int n = snprintf(text, LAZYNCCL_STANDIN_NOTE,
                     "[{\"soname\":[\"%s\"],\"feature\":\"%s\","
                     "\"description\":\"%s%sopened at its first call%s\","
                     "\"priority\":\"recommended\"}]",
                     real->file.soname, real->file.soname, title, *title ? ", " : "", from);
    memset(text + n, ' ', (size_t)(LAZYNCCL_STANDIN_NOTE - 1 - n));
    text[LAZYNCCL_STANDIN_NOTE - 1] = '\0';
}

/* Fills in the library's name, as in builds, or, without a stub, the SONAME. Both fit. */
static void fill_marker(struct template *template, const struct source_library *real)
{
    char *text = template_change(template, PART_MARKER)->at + 24;
    uint32_t kind = LAZYNCCL_MARKER_EXPORTS | LAZYNCCL_MARKER_RELEASE;
    const char *name =
        real->library ? real->library->library->description->name : real->file.soname;

    memcpy(text - 16, &kind, sizeof kind); /* the note's type */
    snprintf(text, LAZYNCCL_STANDIN_MARKER, "%s", name);
}

static void fill_code(struct template *template, const struct code_machine *machine,
                      const struct code_places *places)
{
    struct bytes *slots = &template_section(template, PART_SLOTS)->fresh;
    unsigned char *text = (void *)template_section(template, PART_TEXT)->fresh.at;

    memset(slots->at, 0, slots->count);
    for (size_t i = 0; i < places->count; i++)
        machine->write(text, i, places);
}

/* Writes relative relocations first, and returns their number, for DT_RELACOUNT. Replaces the
 * relocation of the template's own slot. */
static size_t fill_relocations(struct template *template, const struct tables *tables,
                               const struct code_machine *machine, const struct code_places *places)
{
    const Elf64_Rela *old = template_section(template, PART_RELOCATIONS)->data->d_buf;
    size_t count = template_section(template, PART_RELOCATIONS)->was.sh_size / sizeof *old;
    uint64_t slots = template_section(template, PART_SLOTS)->was.sh_addr;
    struct bytes *bytes = &template_section(template, PART_RELOCATIONS)->fresh;
    size_t relative = 0;

    bytes->count = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < count; i++) {
            Elf64_Rela rela = old[i];
            unsigned type = (unsigned)ELF64_R_TYPE(rela.r_info);

            if (type == machine->relative && (uint64_t)rela.r_addend == slots)
                rela.r_addend = (Elf64_Sxword)places->slots; /* only this address moves */
            rela.r_info = ELF64_R_INFO((uint64_t)tables->moved[ELF64_R_SYM(rela.r_info)], type);
            if ((type != machine->relative) == pass && rela.r_offset < slots)
                bytes_add(bytes, &rela, sizeof rela);
        }
        for (size_t i = 0; pass == 0 && i < places->count; i++) {
            Elf64_Rela rela = {places->slots + 8 * i, ELF64_R_INFO(0, machine->relative),
                               (Elf64_Sxword)code_entry(machine, i, places)};

            bytes_add(bytes, &rela, sizeof rela);
        }
        relative = pass ? relative : bytes->count / sizeof *old;
    }
    return relative;
}

/* Extends the placeholder's unwind entry to all trampolines. */
static void fill_frame(struct template *template, const struct code_places *places)
{
    struct template_section *section = template_section(template, PART_FRAME);
    char *at = section->fresh.at, *end = at + section->fresh.count;
    int32_t head[4]; /* length, CIE, start, size */

    for (; at + sizeof head <= end; at += head[0] + 4) {
        uint64_t here = section->now.sh_addr + (uint64_t)(at - section->fresh.at);

        memcpy(head, at, sizeof head);
        if (!head[0])
            return;
        head[3] = (int32_t)template_section(template, PART_TEXT)->now.sh_size;
        if (head[1] && here + 8 + (uint64_t)(int64_t)head[2] == places->text)
            memcpy(at, head, sizeof head);
    }
}

/* Returns 1 if a stand-in omits an entry of the template's dynamic section. */
static int is_left_out(int64_t tag, const struct source_library *real)
{
    switch (tag) {
    case DT_VERDEF:
    case DT_VERDEFNUM:
        return !real->node_count;
    case DT_JMPREL:
    case DT_PLTREL:
    case DT_PLTRELSZ:
    case DT_PLTGOT:
        return 1; /* nothing is bound lazily: these relocations are among the others */
    default:
        return 0;
    }
}

static void fill_dynamic(struct template *template, const struct source_library *real,
                         const struct tables *tables, size_t relative)
{
    static const struct {
        int64_t tag;
        enum template_part part;
    } tables_of[] = {
        {DT_GNU_HASH, PART_HASH},    {DT_STRTAB, PART_STRINGS},  {DT_SYMTAB, PART_SYMBOLS},
        {DT_RELA, PART_RELOCATIONS}, {DT_VERSYM, PART_VERSIONS}, {DT_VERDEF, PART_NODES},
        {DT_VERNEED, PART_NEEDS},
    };
    struct template_section *section = template_section(template, PART_DYNAMIC);
    const Elf64_Dyn *from = section->data->d_buf;
    Elf64_Dyn *to = (void *)section->fresh.at;

    memset(to, 0, section->fresh.count);
    for (; from->d_tag != DT_NULL; from++) {
        if (is_left_out(from->d_tag, real))
            continue;
        *to = *from;
        for (size_t i = 0; i < sizeof tables_of / sizeof *tables_of; i++)
            if (tables_of[i].tag == from->d_tag)
                to->d_un.d_ptr = address_of(template, tables_of[i].part);
        if (from->d_tag == DT_SONAME)
            to->d_un.d_val = tables->soname;
        else if (from->d_tag == DT_STRSZ)
            to->d_un.d_val = template_section(template, PART_STRINGS)->now.sh_size;
        else if (from->d_tag == DT_RELASZ)
            to->d_un.d_val = template_section(template, PART_RELOCATIONS)->now.sh_size;
        else if (from->d_tag == DT_RELACOUNT)
            to->d_un.d_val = relative;
        else if (from->d_tag == DT_VERDEFNUM)
            to->d_un.d_val = real->node_count + 1;
        to++;
    }
}

static void fill(struct template *template, const struct code_machine *machine,
                 const struct source_library *real, const struct make_hints *hints)
{
    struct tables tables = tables_make(template, real);
    struct bytes *relocations = template_change(template, PART_RELOCATIONS);
    struct code_places places = {.count = real->count + real->wrapped};

    /* first the sizes, then all addresses, then the contents with addresses */
    bytes_add(template_renew(template, PART_TEXT), NULL,
              (machine->stride + machine->entry) * places.count);
    bytes_add(template_renew(template, PART_SLOTS), NULL, 8 * places.count);
    /* the template has the relocation of one slot */
    bytes_add(relocations, NULL, sizeof(Elf64_Rela) * (places.count - 1));
    template_change(template, PART_CONF);
    lazy_section_make(template, real, hints);
    template_change(template, PART_FRAME);
    template_change(template, PART_DYNAMIC);
    template_lay_out(template);
    const struct lazynccl_standin_conf *conf =
        (void *)template_section(template, PART_CONF)->fresh.at;
    places.text = address_of(template, PART_TEXT);
    places.slots = address_of(template, PART_SLOTS);
    places.first = address_of(template, PART_CONF) + (uint64_t)(int64_t)conf->first;
    if (conf->recipes) {
        places.traced = address_of(template, PART_CONF) + (uint64_t)(int64_t)conf->traced;
        places.called = address_of(template, PART_CONF) + (uint64_t)(int64_t)conf->called;
        places.recipes = (void *)(template_section(template, PART_DATA)->fresh.at + conf->recipes);
        places.recipe_count = real->count;
    }
    tables_place(template, &tables, real, places.text, machine->stride);
    fill_conf(template, &tables);
    fill_note(template, real, hints);
    fill_marker(template, real);
    fill_code(template, machine, &places);
    fill_dynamic(template, real, &tables, fill_relocations(template, &tables, machine, &places));
    fill_frame(template, &places);
    tables_free(&tables);
}

const char *make_file(struct source_library *real, const struct make_hints *hints, int fd)
{
    const struct code_machine *machine = code_machine_of(real->file.machine);
    const struct code_template *from = hints->traced ? &machine->traced : &machine->plain;
    struct template template;

    stub_lookup_order(real);
    template_open(&template, from->at, from->size);
    fill(&template, machine, real, hints);
    const char *why = template_write(&template, fd);
    template_close(&template);
    return why;
}

const char *make_at(struct source_library *real, const struct make_hints *hints, const char *path)
{
    struct atomic_file file;

    if (atomic_file_begin(&file, path, 0777) != 0)
        return strerror(errno);
    return atomic_file_end(&file, make_file(real, hints, file.fd));
}
