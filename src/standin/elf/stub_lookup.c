/* Finds libraries and functions in the stubs.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "standin/elf/stub_lookup.h"
#include "common/text/memory.h"
#include "runtime/loader/resolve.h"

static const struct lazynccl_description *description_of(const struct lazynccl_fallbacks *in)
{
    return in->library->description;
}

/* Returns the row of the library, before its suffix families; NULL if no stub has the SONAME. */
static const struct lazynccl_fallbacks *library_of(const char *soname)
{
    for (int i = 0; i < lazynccl_fallbacks_count; i++)
        for (const char *const *s = description_of(&lazynccl_fallbacks[i])->sonames; *s; s++)
            if (strcmp(*s, soname) == 0)
                return &lazynccl_fallbacks[i];
    return NULL;
}

const struct lazynccl_fallbacks *stub_lookup_family(const struct lazynccl_fallbacks *last)
{
    const struct lazynccl_fallbacks *next = last + 1;

    return next < lazynccl_fallbacks + lazynccl_fallbacks_count &&
                   next->library->base == last->library->base
               ? next
               : NULL;
}

static const struct lazynccl_error_text *text_of(const struct source_function *function)
{
    const struct lazynccl_error_text *text = function->in ? function->in->texts : NULL;

    while (text && text->slot != function->slot && text->slot >= 0)
        text++;
    return text && text->slot >= 0 && function->slot >= 0 ? text : NULL;
}

/* Sets the library or suffix family, and the slot there, of a function that a stub has. */
static void find(const struct lazynccl_fallbacks *library, struct source_function *function)
{
    const struct lazynccl_fallbacks *in = library;

    for (const char *const *name = in->passed_on; *name; name++)
        if (strcmp(*name, function->name) == 0) {
            function->in = in;
            function->slot = -1;
            return;
        }
    for (; in && !function->in; in = stub_lookup_family(in))
        if ((function->slot = lazynccl_symbol_index(description_of(in), function->name)) >= 0)
            function->in = in;
}

/* Orders functions by slot: texts of errors first, then the stub's order, then others by name. */
static int by_slot(const void *a, const void *b)
{
    const struct source_function *f = a, *g = b;
    int texts = !f->text - !g->text, known = !f->in - !g->in;

    if (texts || known)
        return texts ? texts : known;
    if (f->in != g->in)
        return f->in < g->in ? -1 : 1;
    return f->slot != g->slot ? (f->slot < g->slot ? -1 : 1) : strcmp(f->name, g->name);
}

void stub_lookup_order(struct source_library *real)
{
    real->library = library_of(real->file.soname);
    real->wrapped = 0;
    for (size_t i = 0; i < real->count; i++) {
        struct source_function *function = &real->functions[i];

        if (real->library && !function->in)
            find(real->library, function);
        function->text = text_of(function);
        if (function->text)
            real->wrapped++;
    }
    qsort(real->functions, real->count, sizeof *real->functions, by_slot);
}

int stub_lookup_added(const struct source_function *function)
{
    const struct lazynccl_description *desc = function->in ? description_of(function->in) : NULL;
    int minors = desc && desc->family ? desc->highest_minor + 1 : 1; /* an older minor suffices */

    return desc && function->slot >= 0
               ? lazynccl_added_in(desc, function->slot - function->slot % minors)
               : 0;
}

/* Returns 1 if any release of this major version has a function. */
static int in_major(const struct lazynccl_description *desc, int slot, int major)
{
    int removed = lazynccl_removed_in(desc, slot);

    if (!desc->cuda_named || desc->family)
        return !desc->family || desc->family == major;
    return lazynccl_added_in(desc, slot) / 10000 <= major && (!removed || removed > major * 10000);
}

static void add(struct source_library *real, const struct lazynccl_fallbacks *in, int slot,
                const char *name, const char *version, int old)
{
    *MEMORY_ADD(real->functions, real->count) = (struct source_function){
        .name = name, .version = version, .old = old, .in = in, .slot = slot};
    if (version && source_library_node(real, version) == real->node_count)
        *MEMORY_ADD(real->nodes, real->node_count) = version;
}

/* Adds the function of a slot with each version that the stub lists. The first is the default. */
static void add_slot(struct source_library *real, const struct lazynccl_fallbacks *in, int slot)
{
    const char *name = lazynccl_symbol_name(description_of(in), slot);
    const char *version = lazynccl_symbol_version(in->library, slot, NULL);

    if (!version)
        add(real, in, slot, name, in->versioned ? real->file.soname : NULL, 0);
    for (int old = 0; version; old = 1) {
        add(real, in, slot, name, version, old);
        version = lazynccl_symbol_version(in->library, slot, version);
    }
}

struct source_library stub_lookup_library(const char *soname, int machine)
{
    struct source_library real = {.file = {.soname = soname, .machine = machine},
                                  .library = library_of(soname)};

    for (const struct lazynccl_fallbacks *in = real.library; in; in = stub_lookup_family(in)) {
        const struct lazynccl_description *desc = description_of(in);

        for (int slot = 0; slot < desc->count; slot++)
            if (in_major(desc, slot, lazynccl_major_of(soname)))
                add_slot(&real, in, slot);
        for (const char *const *name = in->passed_on; *name; name++)
            add(&real, in, -1, *name, in->versioned ? soname : NULL, 0);
    }
    return real;
}

static int by_name(const void *a, const void *b)
{
    const struct source_function *f = a, *g = b;

    return strcmp(f->name, g->name);
}

int stub_lookup_extend(struct source_library *real)
{
    struct source_library stub = stub_lookup_library(real->file.soname, real->file.machine);
    size_t known = real->count;

    if (!stub.library)
        return 0;
    qsort(real->functions, known, sizeof *real->functions, by_name);
    real->functions =
        memory_check(reallocarray(real->functions, known + stub.count, sizeof *real->functions));
    real->nodes = memory_check(
        reallocarray(real->nodes, real->node_count + stub.node_count + 1, sizeof *real->nodes));
    for (size_t i = 0; i < stub.count; i++)
        if (!bsearch(&stub.functions[i], real->functions, known, sizeof *real->functions, by_name))
            real->functions[real->count++] = stub.functions[i];
    for (size_t i = 0; i < stub.node_count; i++)
        if (source_library_node(real, stub.nodes[i]) == real->node_count)
            real->nodes[real->node_count++] = stub.nodes[i];
    source_library_close(&stub);
    return 1;
}
