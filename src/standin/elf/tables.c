/* Makes the dynamic symbols of a stand-in, their hash table and their versions.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "standin/elf/tables.h"
#include "common/text/memory.h"

static uint32_t buckets_for(size_t count)
{
    return (uint32_t)count / 4 + 1;
}

static int by_bucket(const void *a, const void *b)
{
    const struct tables_function *f = a, *g = b;

    return f->hash != g->hash ? (f->hash < g->hash ? -1 : 1) : strcmp(f->text, g->text);
}

/* Exports the template's own tables, with which NCCL's stand-in serves as a profiler. */
static void take_profilers(struct template *template, struct tables *tables,
                           const struct source_library *real)
{
    const struct template_section *old = template_section(template, PART_SYMBOLS);
    const char *strings = template_section(template, PART_STRINGS)->data->d_buf;
    const Elf64_Sym *symbols = old->data->d_buf;

    if (!real->library || strcmp(real->library->library->description->name, "nccl") != 0)
        return;
    for (size_t i = 0; i < old->was.sh_size / sizeof *symbols; i++)
        if (symbols[i].st_shndx != SHN_UNDEF && ELF64_ST_TYPE(symbols[i].st_info) == STT_OBJECT)
            *MEMORY_ADD(tables->functions, tables->count) =
                (struct tables_function){.own = &symbols[i],
                                         .text = strings + symbols[i].st_name,
                                         .name = symbols[i].st_name};
}

/* Returns 1 if a stand-in asks for this version. A node named by the SONAME is in every release. */
static int is_asked(const struct source_library *real, const char *version)
{
    return version && strcmp(version, real->file.soname) != 0;
}

/* Adds the versions in a description's format. Returns their distance from the names; 0: none. */
static size_t add_versions(struct bytes *strings, const struct source_library *real, size_t names)
{
    size_t numbers = strings->count, starts, asked = 0;

    bytes_add(strings, NULL, real->count);
    for (size_t i = 0; i < real->count; i++)
        if (is_asked(real, real->functions[i].version)) {
            size_t node = source_library_node(real, real->functions[i].version);

            strings->at[numbers + i] = (char)(node + 1);
            asked++;
        }
    starts = bytes_add(strings, NULL, 2 * (real->node_count + 1));
    for (size_t i = 0; i <= real->node_count; i++) {
        size_t distance = strings->count - starts;

        strings->at[starts + 2 * i] = (char)(distance >> 8);
        strings->at[starts + 2 * i + 1] = (char)distance;
        if (i)
            bytes_add_text(strings, real->nodes[i - 1]);
        bytes_add_text(strings, "");
    }
    strings->count = asked ? strings->count : numbers;
    return asked ? numbers - names : 0;
}

/* Lists the exports in the order of their buckets, as the hash table requires. */
static void take_exports(struct template *template, struct tables *tables, struct bytes *strings,
                         const struct source_library *real)
{
    tables->names = strings->count;
    for (size_t i = 0; i < real->count; i++)
        *MEMORY_ADD(tables->functions, tables->count) = (struct tables_function){
            .real = &real->functions[i],
            .text = real->functions[i].name,
            .name = (uint32_t)bytes_add_text(strings, real->functions[i].name)};
    tables->versions = add_versions(strings, real, tables->names);
    take_profilers(template, tables, real);
    uint32_t buckets = buckets_for(tables->count);
    for (size_t i = 0; i < tables->count; i++) /* for by_bucket(), the bucket replaces the hash */
        tables->functions[i].hash = (uint32_t)elf_gnu_hash(tables->functions[i].text) % buckets;
    qsort(tables->functions, tables->count, sizeof *tables->functions, by_bucket);
    for (size_t i = 0; i < tables->count; i++)
        tables->functions[i].hash = (uint32_t)elf_gnu_hash(tables->functions[i].text);
}

static void add_hash(struct bytes *bytes, const struct tables *tables)
{
    uint32_t buckets = buckets_for(tables->count), words = 1, shift = 26;

    while (words * 64 < tables->count * 12) /* 12 bits of the Bloom filter for each symbol */
        words *= 2;
    const uint32_t head[] = {buckets, tables->imports, words, shift};
    bytes_add(bytes, head, sizeof head);
    size_t bloom = bytes_add(bytes, NULL, 8 * words), bucket = bytes_add(bytes, NULL, 4 * buckets);
    for (size_t i = 0; i < tables->count; i++) {
        uint32_t hash = tables->functions[i].hash, index = tables->imports + (uint32_t)i;
        uint64_t bits = 1ull << (hash & 63) | 1ull << (hash >> shift & 63);
        uint64_t *word = (uint64_t *)(void *)(bytes->at + bloom) + (hash / 64 & (words - 1));
        uint32_t *first = (uint32_t *)(void *)(bytes->at + bucket) + hash % buckets;
        int last =
            i + 1 == tables->count || tables->functions[i + 1].hash % buckets != hash % buckets;
        uint32_t chain = (hash & ~1u) | (uint32_t)last;

        *word |= bits;
        *first = *first ? *first : index;
        bytes_add(bytes, &chain, sizeof chain);
    }
}

/* Adds the version nodes. The first is the library itself. */
static void add_nodes(struct bytes *bytes, struct bytes *strings, const struct source_library *real)
{
    for (size_t i = 0; i <= real->node_count; i++) {
        const char *name = i ? real->nodes[i - 1] : real->file.soname;
        Elf64_Verdef node = {.vd_version = VER_DEF_CURRENT,
                             .vd_flags = i ? 0 : VER_FLG_BASE,
                             .vd_ndx = (Elf64_Half)(i + 1),
                             .vd_cnt = 1,
                             .vd_hash = (Elf64_Word)elf_hash(name),
                             .vd_aux = sizeof node,
                             .vd_next = i < real->node_count
                                            ? (Elf64_Word)(sizeof node + sizeof(Elf64_Verdaux))
                                            : 0};
        Elf64_Verdaux aux = {.vda_name = (Elf64_Word)bytes_add_text(strings, name)};

        bytes_add(bytes, &node, sizeof node);
        bytes_add(bytes, &aux, sizeof aux);
    }
}

/* Returns the version index of a function for PART_VERSIONS. */
static Elf64_Half node_of(const struct source_library *real, const struct source_function *function)
{
    size_t node = source_library_node(real, function->version);

    if (node == real->node_count)
        return VER_NDX_GLOBAL;
    return (Elf64_Half)((node + 2) | (function->old ? 0x8000 : 0)); /* 0x8000: not the default */
}

/* Renumbers the versions that the template itself needs, to follow the library's nodes. */
static void renumber_needs(char *need, int by)
{
    for (Elf64_Verneed *n = (void *)need;; n = (void *)((char *)n + n->vn_next)) {
        Elf64_Vernaux *aux = (void *)((char *)n + n->vn_aux);

        for (int i = 0; i < n->vn_cnt; i++, aux = (void *)((char *)aux + aux->vna_next))
            aux->vna_other = (Elf64_Half)(aux->vna_other + by);
        if (!n->vn_next)
            return;
    }
}

/* Puts the template's imports first, before section symbols, which ld for aarch64 puts first. */
static void take_imports(struct template *template, struct tables *tables, int by)
{
    const struct template_section *old = template_section(template, PART_SYMBOLS);
    const Elf64_Sym *symbols = old->data->d_buf;
    const Elf64_Half *versions = template_section(template, PART_VERSIONS)->data->d_buf;
    size_t count = old->was.sh_size / sizeof *symbols;

    tables->moved = memory_get(count, sizeof *tables->moved);
    for (size_t i = 0; i < count; i++) {
        Elf64_Half version = (Elf64_Half)(versions[i] > 1 ? versions[i] + by : versions[i]);

        if (symbols[i].st_shndx != SHN_UNDEF)
            continue;
        tables->moved[i] = tables->imports++;
        bytes_add(template_renew(template, PART_SYMBOLS), &symbols[i], sizeof *symbols);
        bytes_add(template_renew(template, PART_VERSIONS), &version, sizeof version);
    }
}

static void add_functions(struct template *template, const struct tables *tables,
                          const struct source_library *real)
{
    for (size_t i = 0; i < tables->count; i++) {
        const struct source_function *function = tables->functions[i].real;

        if (!function) {
            bytes_add(template_renew(template, PART_SYMBOLS), tables->functions[i].own,
                      sizeof(Elf64_Sym));
            bytes_add(template_renew(template, PART_VERSIONS), &(Elf64_Half){VER_NDX_GLOBAL},
                      sizeof(Elf64_Half));
            continue;
        }
        Elf64_Half version = node_of(real, function);
        Elf64_Sym symbol = {.st_name = tables->functions[i].name,
                            .st_info =
                                ELF64_ST_INFO(function->weak ? STB_WEAK : STB_GLOBAL, STT_FUNC)};
        bytes_add(template_renew(template, PART_SYMBOLS), &symbol, sizeof symbol);
        bytes_add(template_renew(template, PART_VERSIONS), &version, sizeof version);
    }
}

struct tables tables_make(struct template *template, const struct source_library *real)
{
    struct template_section *nodes = template_section(template, PART_NODES);
    struct bytes *strings = template_change(template, PART_STRINGS);
    int last = real->node_count ? (int)real->node_count + 1 : 1;
    int by = last - (int)nodes->was.sh_info; /* the template's own nodes are dropped */
    struct tables tables = {.soname = bytes_add_text(strings, real->file.soname)};

    take_exports(template, &tables, strings, real);
    take_imports(template, &tables, by);
    add_functions(template, &tables, real);
    add_hash(template_renew(template, PART_HASH), &tables);
    if (template->where[PART_NEEDS]) /* musl's template has no versions */
        renumber_needs(template_change(template, PART_NEEDS)->at, by);
    nodes->dropped = !real->node_count;
    if (real->node_count)
        add_nodes(template_renew(template, PART_NODES), strings, real);
    nodes->now.sh_info = (Elf64_Word)real->node_count + 1;
    template_section(template, PART_SYMBOLS)->now.sh_info = 1;
    return tables;
}

void tables_place(struct template *template, const struct tables *tables,
                  const struct source_library *real, uint64_t text, size_t stride)
{
    Elf64_Sym *symbols = (void *)template_section(template, PART_SYMBOLS)->fresh.at;

    for (size_t i = 0; i < tables->count; i++) {
        Elf64_Sym *symbol = &symbols[tables->imports + i];

        if (!tables->functions[i].real)
            continue;
        size_t slot = (size_t)(tables->functions[i].real - real->functions);

        slot += slot < real->wrapped ? real->count : 0;
        symbol->st_shndx = (Elf64_Half)template_section(template, PART_TEXT)->number;
        symbol->st_value = text + stride * slot;
        symbol->st_size = stride;
    }
}

void tables_free(struct tables *tables)
{
    free(tables->functions);
    free(tables->moved);
}
