/* Finds the real functions for a stand-in's own dynamic symbols.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * Replaces the loader's resolve.c, because only these symbols have the names and versions. */
#define _GNU_SOURCE
#include "runtime/loader/resolve.h"
#include "runtime/loader/open.h"
#include "runtime/loader/related.h"
#include "runtime/loader/symbol.h"
#include "standin/template/standin.h"
#include <elf.h>
#include <stdio.h>
#include <string.h>

#define CONF lazynccl_standin_conf

extern const char __ehdr_start[] LAZYNCCL_INTERNAL;

/* The stand-in's own tables. */
struct exported {
    const Elf64_Sym *symbols;
    const Elf64_Half *versions; /* NULL: none */
    const Elf64_Verdef *nodes;
    const char *strings;
};

/* Finds the dynamic section by the program headers, because patchelf moves the section. */
static const Elf64_Dyn *own_dynamic(void)
{
    const Elf64_Ehdr *head = (const void *)__ehdr_start;
    const Elf64_Phdr *part = (const void *)(__ehdr_start + head->e_phoff);

    while (part->p_type != PT_DYNAMIC)
        part++;
    return (const void *)(__ehdr_start + part->p_vaddr);
}

/* Returns the address of a dynamic table. glibc relocates the entry, but not on all machines. */
static const void *own_table(int64_t tag)
{
    for (const Elf64_Dyn *d = own_dynamic(); d->d_tag != DT_NULL; d++)
        if (d->d_tag == tag)
            return d->d_un.d_ptr < (uintptr_t)__ehdr_start ? __ehdr_start + d->d_un.d_ptr
                                                           : (const void *)d->d_un.d_ptr;
    return NULL;
}

const char *lazynccl_standin_names(void)
{
    return (const char *)own_table(DT_STRTAB) + CONF.names;
}

static struct exported own_exports(void)
{
    struct exported own = {own_table(DT_SYMTAB), own_table(DT_VERSYM), own_table(DT_VERDEF),
                           own_table(DT_STRTAB)};

    own.symbols += CONF.imports;
    own.versions += own.versions ? CONF.imports : 0;
    return own;
}

/* Returns the function of an exported symbol, by its address, because tools may reorder symbols.
 * CONF.count or more means none. */
static uintptr_t function_of(const Elf64_Sym *symbol)
{
    uintptr_t text = (uintptr_t)&CONF + (uintptr_t)(intptr_t)CONF.text - (uintptr_t)__ehdr_start;
    uintptr_t slot = (symbol->st_value - text) / CONF.stride;

    return slot - CONF.count < CONF.wrapped ? slot - CONF.count : slot;
}

/* Returns the name of the version node with this number, or NULL. */
static const char *node_name(const struct exported *own, unsigned number)
{
    const char *at = (const char *)own->nodes;

    while (at && number > 1) {
        const Elf64_Verdef *node = (const void *)at;

        if (node->vd_ndx == number)
            return own->strings +
                   ((const Elf64_Verdaux *)(const void *)(at + node->vd_aux))->vda_name;
        at = node->vd_next ? at + node->vd_next : NULL;
    }
    return NULL;
}

/* The real library. */
struct real {
    void *handle;
    int newest;      /* the newest minor in its suffixes; -1: it has none */
    int any_version; /* 1: it defines no versions, so only bare names can be found */
};

static struct real real_library(const lazynccl_library *library, void *handle)
{
    const struct lazynccl_description *desc = library->description;
    int major = lazynccl_major_of(desc->sonames[0]);

    return (struct real){handle,
                         desc->suffixed ? lazynccl_newest_suffix(library, handle, major) : -1,
                         !lazynccl_base_version(desc, handle)};
}

/* Returns a function for a name that a library with suffixes lacks. "__nvJitLinkCreate_12_9" gets
 * the newest minor up to 9, or else the plain name. A plain name gets the newest minor. */
static lazynccl_function nearest(const char *name, const struct real *real)
{
    const struct lazynccl_description *desc = lazynccl_libraries[0]->description;
    char plain[LAZYNCCL_SYMBOL_BYTES], other[LAZYNCCL_SYMBOL_BYTES];
    int major = lazynccl_major_of(desc->sonames[0]), minor = real->newest;
    lazynccl_function found = NULL;

    snprintf(plain, sizeof plain, "%s", name);
    if (*name == '_') {
        const char *last = strrchr(name, '_') + 1;
        int asked = lazynccl_number(&last);

        lazynccl_plain_name(name, plain);
        minor = asked < minor ? -1 : minor; /* an older suffix was found by its own name */
    }
    snprintf(other, sizeof other, desc->suffixed, plain, major, minor);
    if (minor >= 0)
        found = lazynccl_symbol_of(real->handle, other, NULL);
    if (!found && *name == '_')
        found = lazynccl_symbol_of(real->handle, plain, NULL);
    return found;
}

/* Returns the version node of an exported symbol, or NULL. */
static const char *node_of(const struct exported *own, uint32_t index)
{
    return own->versions ? node_name(own, own->versions[index] & 0x7fff) : NULL;
}

/* Returns 1 if any version will do. A node named as the SONAME is the same in every release. */
static int takes_any_version(const char *node)
{
    return !node || strcmp(node, lazynccl_libraries[0]->description->sonames[0]) == 0;
}

static lazynccl_function real_of(const struct exported *own, uint32_t index,
                                 const struct real *real)
{
    const char *name = own->strings + own->symbols[index].st_name;
    const char *node = node_of(own, index);
    lazynccl_function found = NULL;

    if (node)
        found = lazynccl_symbol_of(real->handle, name, node);
    if (!found && (takes_any_version(node) || real->any_version))
        found = lazynccl_symbol_of(real->handle, name, NULL);
    return found || real->newest < 0 ? found : nearest(name, real);
}

/* Returns the index of a function's exported symbol, or CONF.exports if there is none. */
static uint32_t export_of(const struct exported *own, int function)
{
    uint32_t i = 0;

    while (i < CONF.exports && function_of(&own->symbols[i]) != (uintptr_t)function)
        i++;
    return i;
}

const char *lazynccl_symbol_version(const lazynccl_library *library, int index, const char *last)
{
    struct exported own = own_exports();
    uint32_t i = export_of(&own, index);
    const char *node = i < CONF.exports && !last ? node_of(&own, i) : NULL;

    (void)library;
    return takes_any_version(node) ? NULL : node;
}

lazynccl_function lazynccl_resolve_one(const lazynccl_library *library, int index, void *handle)
{
    struct exported own = own_exports();
    struct real real = real_library(library, handle);
    uint32_t i = export_of(&own, index);

    return i < CONF.exports ? real_of(&own, i, &real) : NULL;
}

/* Stands in for the version function that an old library lacks: its suffixes show the version. */
static int tell_version(unsigned *major, unsigned *minor)
{
    unsigned version = (unsigned)lazynccl_version_of(lazynccl_libraries[0]);

    if (major)
        *major = version / 10000;
    if (minor)
        *minor = version / 100 % 100;
    return 0;
}

void lazynccl_resolve_all(const lazynccl_library *library, void *handle,
                          struct lazynccl_outcome *outcome)
{
    struct exported own = own_exports();
    struct real real = real_library(library, handle);

    for (uint32_t i = 0; i < CONF.exports; i++) {
        uintptr_t function = function_of(&own.symbols[i]);

        if (function < CONF.count)
            outcome->found[function] = real_of(&own, i, &real);
    }
}

void lazynccl_add_version_function(const lazynccl_library *library, lazynccl_function *found)
{
    (void)library;
    if (CONF.from_suffix >= 0 && !found[CONF.from_suffix])
        found[CONF.from_suffix] = (lazynccl_function)tell_version;
}
