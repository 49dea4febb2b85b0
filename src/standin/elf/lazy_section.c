/* Writes a library's description from its stub, wheel and file.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "standin/elf/lazy_section.h"
#include "common/machine/nvidia.h"
#include "common/text/memory.h"
#include "common/text/strings.h"
#include "standin/elf/recipes.h"
#include "standin/elf/stub_lookup.h"
#include "standin/template/conf.h"

/* Returns the description in the stub, or, if there is none, one with the SONAME alone. */
static struct lazynccl_description describe(const struct source_library *real)
{
    static const char *const none[] = {NULL};
    const struct lazynccl_description *desc = nvidia_description(real->file.soname);

    if (desc)
        return *desc;
    return (struct lazynccl_description){.name = real->file.soname,
                                         .title = real->file.soname,
                                         .wheels = none,
                                         .home_variables = none,
                                         .packages = none};
}

static struct strings wheels_of(const struct lazynccl_description *desc,
                                const struct make_hints *hints)
{
    struct strings found = {0};

    if (hints->wheel)
        strings_add_once(&found, hints->wheel);
    for (int i = 0; desc->wheels[i]; i++)
        strings_add_once(&found, desc->wheels[i]);
    return found;
}

/* Returns the package that contains the library, or else the packages for its CUDA version. */
static struct strings packages_of(const struct lazynccl_description *desc, const char *soname,
                                  const struct make_hints *hints)
{
    const char *package =
        hints->package ? hints->package : nvidia_package(desc, lazynccl_major_of(soname));
    struct strings found = {0};

    if (package)
        strings_add_once(&found, package);
    for (int i = 0; desc->packages[i] && !package && !desc->cuda_named; i++)
        strings_add_once(&found, desc->packages[i]);
    return found;
}

static void add_list(struct bytes *data, char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        bytes_add_text(data, list[i]);
    bytes_add_text(data, "");
}

static void add_texts(struct bytes *data, const struct lazynccl_description *desc,
                      const char *soname, const struct make_hints *hints)
{
    OWNED(strings) struct strings wheels = wheels_of(desc, hints);
    OWNED(strings) struct strings packages = packages_of(desc, soname, hints);
    OWNED(strings) struct strings sonames = {0}, home_variables = {0};

    strings_add(&sonames, soname, strlen(soname));
    for (int i = 0; desc->home_variables[i]; i++)
        strings_add(&home_variables, desc->home_variables[i], strlen(desc->home_variables[i]));
#define TEXT(member) bytes_add_text(data, desc->member ? desc->member : "");
    LAZYNCCL_STANDIN_TEXTS(TEXT)
#define LIST(member) add_list(data, member.list, member.count);
    LAZYNCCL_STANDIN_LISTS(LIST)
}

/* Adds the ranges of functions that each version added, and those that were removed. */
static void add_versions(struct bytes *data, struct lazynccl_standin_conf *conf,
                         const struct source_library *real)
{
    conf->added.at = (uint32_t)data->count;
    for (size_t i = 0, last = 0; i < real->count; i++) {
        struct lazynccl_change row = {stub_lookup_added(&real->functions[i]), (int)i};

        if (row.version != (int)last) {
            bytes_add(data, &row, sizeof row);
            conf->added.count++;
        }
        last = (size_t)row.version;
    }
    conf->removed.at = (uint32_t)data->count;
    for (size_t i = 0; i < real->count; i++) {
        const struct source_function *f = &real->functions[i];
        struct lazynccl_change row = {
            f->in && f->slot >= 0 ? lazynccl_removed_in(f->in->library->description, f->slot) : 0,
            (int)i};

        if (!row.version)
            continue;
        bytes_add(data, &row, sizeof row);
        conf->removed.count++;
    }
}

/* Returns the version in `hints->source`, "nvidia-cudnn-cu13 9.26.0.51", or 0 if none. */
static int version_made_from(const struct make_hints *hints)
{
    const char *blank = hints->source ? strrchr(hints->source, ' ') : NULL;

    return blank ? lazynccl_version_read(blank + 1) : 0;
}

/* Adds the rows of fallback values, in this order: "stop", the value of passed-on functions, the
 * rows of each family, the version. */
static void add_rows(struct bytes *data, struct lazynccl_standin_conf *conf,
                     const struct source_library *real, const struct make_hints *hints)
{
    const struct lazynccl_fallbacks *library = real->library;
    struct lazynccl_fallback first[] = {
        {.kind = LAZYNCCL_FALLBACK_STOP},
        {.kind = LAZYNCCL_FALLBACK_VALUE, .value = library ? library->failure : 0}};
    uint16_t outs = 0;

    conf->rows.at = (uint32_t)bytes_add(data, first, sizeof first);
    for (const struct lazynccl_fallbacks *in = library; in; in = stub_lookup_family(in)) {
        for (int i = 0; i < in->count; i++) {
            struct lazynccl_fallback row = in->rows[i];

            row.first = (uint16_t)(row.first + outs);
            bytes_add(data, &row, sizeof row);
        }
        outs = (uint16_t)(outs + in->out_count);
    }
    first[1].value = version_made_from(hints);
    bytes_add(data, &first[1], sizeof *first);
    conf->outs.at = (uint32_t)data->count;
    for (const struct lazynccl_fallbacks *in = library; in; in = stub_lookup_family(in))
        bytes_add(data, in->outs, sizeof *in->outs * (size_t)in->out_count);
    conf->texts.at = (uint32_t)data->count;
    for (size_t i = 0; i < real->wrapped; i++)
        bytes_add(data, real->functions[i].text, sizeof *real->functions[i].text);
}

/* Returns 1 if a function returns the library's version, not an error code. Before they use the
 * library, programs reject a version other than the one they were built with. */
static int returns_version(const struct source_function *function, const struct make_hints *hints)
{
    const char *name = function->in->library->description->version_function;
    const struct lazynccl_fallback *row =
        &function->in->rows[function->in->library->trampolines->row_of_slot[function->slot]];

    return name && strcmp(function->name, name) == 0 && row->kind == LAZYNCCL_FALLBACK_VALUE &&
           !row->outs && !row->value && version_made_from(hints);
}

/* Returns the index of a function's fallback among the rows that add_rows() adds. */
static uint16_t row_of(const struct source_library *real, const struct source_function *function,
                       const struct make_hints *hints)
{
    int number = 2;

    if (!function->in || function->slot < 0)
        return function->in != NULL; /* row 1 if passed on, row 0 if in no stub */
    int is_version = returns_version(function, hints);
    for (const struct lazynccl_fallbacks *in = real->library;
         in && (is_version || in != function->in); in = stub_lookup_family(in))
        number += in->count;
    if (is_version)
        return (uint16_t)number;
    return (uint16_t)(number + function->in->library->trampolines->row_of_slot[function->slot]);
}

/* Returns the number of a library among those that have a stub, or -1. */
static int known_as(const char *name)
{
    lazynccl_library *library;

    for (int i = 0; (library = nvidia_described_at(i)); i++)
        if (strcmp(library->description->name, name) == 0)
            return i;
    return -1;
}

static void add_recipes(struct bytes *data, struct lazynccl_standin_conf *conf,
                        const struct source_library *real)
{
    bytes_add(data, NULL, -data->count & 7);
    conf->recipes = (uint32_t)data->count;
    for (size_t i = 0; i < real->count; i++) {
        struct lazynccl_recipe recipe = recipe_of(real->functions[i].name, real->file.machine);

        bytes_add(data, &recipe, sizeof recipe);
    }
}

void lazy_section_make(struct template *template, const struct source_library *real,
                       const struct make_hints *hints)
{
    struct lazynccl_standin_conf *conf = (void *)template_section(template, PART_CONF)->fresh.at;
    struct bytes *data = template_renew(template, PART_DATA);
    struct lazynccl_description desc = describe(real);

    add_texts(data, &desc, real->file.soname, hints);
    if (hints->source)
        conf->source = (uint32_t)bytes_add_text(data, hints->source);
    bytes_add(data, NULL, -data->count & 7);
    conf->count = (uint32_t)real->count;
    conf->wrapped = (uint32_t)real->wrapped;
    conf->from_suffix = -1;
    conf->known = known_as(desc.name);
    conf->partner_order = desc.partner_order;
    conf->cuda_named = desc.cuda_named;
    conf->highest_minor = desc.highest_minor;
    add_rows(data, conf, real, hints);
    add_versions(data, conf, real);
    conf->numbers.at = (uint32_t)data->count;
    for (size_t i = 0; i < real->count; i++) {
        const struct source_function *function = &real->functions[i];
        uint16_t row = row_of(real, function, hints);

        bytes_add(data, &row, sizeof row);
        if (function->in && function->slot >= 0 && function->slot == function->in->from_suffix)
            conf->from_suffix = (int32_t)i;
    }
    if (hints->traced && real->count < LAZYNCCL_RING_FUNCTIONS)
        add_recipes(data, conf, real);
}
