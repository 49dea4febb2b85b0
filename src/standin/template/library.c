/* The library of a stand-in. Its description is in the stand-in's data.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/loader/loader.h"
#include "runtime/loader/symbol.h"
#include "runtime/loader/variant.h"
#include "standin/template/standin.h"
#include <string.h>

#define CONF lazynccl_standin_conf

static struct lazynccl_description description;
static lazynccl_library library = {
    .description = &description, .trampolines = &lazynccl_trampolines_standin, .base = &library};

lazynccl_library *const lazynccl_libraries[] = {&library};
const int lazynccl_libraries_count = 1;

static int version(lazynccl_function function)
{
    return lazynccl_standin_version(CONF.known, function);
}

/* The command moves the slots, and changes this address of them. */
extern lazynccl_function lazynccl_standin_slots[] LAZYNCCL_INTERNAL;
struct lazynccl_trampolines lazynccl_trampolines_standin = {
    .resolve = lazynccl_standin_resolve,
    .library = &library,
    .slots = lazynccl_standin_slots,
    .answers = 1, /* the rows of fallback values decide */
    .secure_stop = 1,
    .version = version};

/* Stands in for the version function that an old library lacks: its suffixes show the version. */
static int tell_version(unsigned *major, unsigned *minor)
{
    unsigned version = (unsigned)lazynccl_version_of(&library);

    if (major)
        *major = version / 10000;
    if (minor)
        *minor = version / 100 % 100;
    return 0;
}

/* Returns the functions' names. Reads the program headers, because patchelf moves .dynamic. */
static const char *own_names(void)
{
    const ElfW(Ehdr) *head = (const void *)__ehdr_start;
    const ElfW(Phdr) *part = (const void *)(__ehdr_start + head->e_phoff);

    while (part->p_type != PT_DYNAMIC)
        part++;
    return lazynccl_dynamic((const void *)(__ehdr_start + part->p_vaddr), (uintptr_t)__ehdr_start,
                            DT_STRTAB) +
           CONF.names;
}

static const char *next_text(const char **at)
{
    const char *text = *at;

    *at += strlen(text) + 1;
    return *text ? text : NULL;
}

/* Threads may race here, because all of them store the same values. */
void lazynccl_standin_prepare(void)
{
    static const char *listed[LAZYNCCL_STANDIN_LISTED];
    static int ready;
    const char *at = LAZYNCCL_STANDIN_DATA(0), **room = listed;

    if (__atomic_load_n(&ready, __ATOMIC_ACQUIRE))
        return;
#define TEXT(member) description.member = next_text(&at);
    LAZYNCCL_STANDIN_TEXTS(TEXT)
#define LIST(member)                                                                               \
    description.member = room;                                                                     \
    while ((*room++ = next_text(&at)))                                                             \
        ;
    LAZYNCCL_STANDIN_LISTS(LIST)
    description.partner_order = CONF.partner_order;
    description.cuda_named = CONF.cuda_named;
    description.highest_minor = CONF.highest_minor;
    description.count = (int)CONF.count;
    description.added = LAZYNCCL_STANDIN_DATA(CONF.added.at);
    description.added_count = (int)CONF.added.count;
    description.removed = LAZYNCCL_STANDIN_DATA(CONF.removed.at);
    description.removed_count = (int)CONF.removed.count;
    description.symbols = own_names();
    description.versions = CONF.versions;
    if (CONF.from_suffix >= 0)
        lazynccl_trampolines_standin.version_fallback = (lazynccl_function)tell_version;
    lazynccl_trampolines_standin.version_slot = CONF.from_suffix;
    __atomic_store_n(&ready, 1, __ATOMIC_RELEASE);
}
