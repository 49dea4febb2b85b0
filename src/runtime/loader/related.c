/* Handles related libraries: suffix families, partners and companions.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/loader/related.h"
#include "runtime/loader/symbol.h"
#include "runtime/search/candidates.h"
#include "runtime/search/elf_check.h"
#include "runtime/search/path.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int lazynccl_newest_suffix(const lazynccl_library *library, void *handle, int major)
{
    const struct lazynccl_description *desc = library->base->description;
    char symbol[LAZYNCCL_SYMBOL_BYTES], oldest[LAZYNCCL_SYMBOL_BYTES];

    /* slot 0: the oldest function, which is in every family */
    snprintf(oldest, sizeof oldest, "%s", desc->symbols);
    if (*oldest == '_')
        lazynccl_plain_name(desc->symbols, oldest);
    for (int minor = desc->highest_minor; desc->suffixed && minor >= 0; minor--) {
        snprintf(symbol, sizeof symbol, desc->suffixed, oldest, major, minor);
        if (lazynccl_symbol_of(handle, symbol, NULL))
            return minor;
    }
    return -1;
}

void lazynccl_read_suffix(const lazynccl_library *library, void *handle,
                          const struct lazynccl_outcome *outcome, int *version)
{
    int minor = lazynccl_newest_suffix(library, handle, outcome->major);

    if (minor >= 0)
        *version = outcome->major * 10000 + minor * 100;
}

int lazynccl_find_other_name(const lazynccl_library *library, const char *name, void *handle,
                             int major, char other[LAZYNCCL_SYMBOL_BYTES])
{
    const struct lazynccl_description *desc = library->description;
    int newest = desc->family == major ? -1 : lazynccl_newest_suffix(library, handle, major);
    char plain[LAZYNCCL_SYMBOL_BYTES];

    if (*name == '_') { /* of a family, or of a stand-in, which has all families */
        lazynccl_plain_name(name, plain);
        name = plain;
    }
    snprintf(other, LAZYNCCL_SYMBOL_BYTES, "%s", name);
    if (newest >= 0)
        snprintf(other, LAZYNCCL_SYMBOL_BYTES, desc->suffixed, name, major, newest);
    return name == plain || newest >= 0;
}

int lazynccl_program_major(const lazynccl_library *library)
{
    const lazynccl_library *family = library;

    if (library->description->suffixed && !library->description->family)
        family = lazynccl_only_family(library->base);
    return family && family->description->family ? family->description->family
                                                 : LAZYNCCL_CUDA_MAJOR;
}

int lazynccl_other_major(const lazynccl_library *library, const struct lazynccl_outcome *outcome)
{
    int cuda = lazynccl_cuda_of(library->description, outcome->major);
    int program = lazynccl_program_major(library);

    return program && cuda != program ? cuda : 0;
}

const char *lazynccl_changed(const lazynccl_library *library, int index,
                             const struct lazynccl_outcome *outcome)
{
    const char *row = library->description->changed, *symbol;
    int program = lazynccl_program_major(library), other = lazynccl_other_major(library, outcome);
    char plain[LAZYNCCL_SYMBOL_BYTES];

    if (!row || !other)
        return NULL;
    symbol = lazynccl_symbol_name(library->description, index);
    if (library->description->family) {
        lazynccl_plain_name(symbol, plain);
        symbol = plain;
    }
    for (int is_among = 0; *row; row += strlen(row) + 1) {
        if ((program < *row) != (other < *row) && strcmp(row + 1, symbol) == 0)
            is_among = 1;
        else if (*row >= ' ' && is_among) /* the group's text */
            return row;
    }
    return NULL;
}

/* Returns the name in major `other` of the function that a program of major `program` calls
 * `symbol`; NULL if the names are equal, or there is no such function. */
static const char *name_in_major(const char *row, const char *symbol, int program, int other)
{
    while (row && *row) {
        const char *newer = row + 1, *older = newer + strlen(newer) + 1;

        if (program >= *row && other < *row && strcmp(newer, symbol) == 0)
            return older;
        if (program < *row && other >= *row && strcmp(older, symbol) == 0)
            return newer;
        row = older + strlen(older) + 1;
    }
    return NULL;
}

void lazynccl_adapt_to_major(const lazynccl_library *library, void *handle,
                             struct lazynccl_outcome *outcome)
{
    const struct lazynccl_description *desc = library->description;
    int program = lazynccl_program_major(library), other = lazynccl_other_major(library, outcome);
    const char *name;

    for (int i = 0; other && i < desc->count; i++)
        if (!outcome->found[i] || lazynccl_changed(library, i, outcome)) {
            name = name_in_major(desc->before, lazynccl_symbol_name(desc, i), program, other);
            outcome->found[i] = name ? lazynccl_symbol_of(handle, name, NULL) : NULL;
        }
}

void lazynccl_accept_related(struct lazynccl_search *s)
{
    static unsigned opened;
    int other = lazynccl_other_major(s->library, s->outcome);

    if (other)
        lazynccl_note(s, LAZYNCCL_OF_OTHER_MAJOR, other, lazynccl_program_major(s->library));
    lazynccl_open_companion(s, lazynccl_file_of(s->outcome), s->outcome->version);
    s->outcome->order = __atomic_add_fetch(&opened, 1, __ATOMIC_RELAXED);
}

void lazynccl_find_sibling(lazynccl_library *library, const char **file)
{
    if (LAZYNCCL_CUDA_ONLY || __atomic_load_n(&library->base->handle, __ATOMIC_ACQUIRE))
        return;
    LAZYNCCL_FOR_EACH_OF(library->base, sibling)
    {
        const struct lazynccl_outcome *open = lazynccl_success_of(sibling);

        if (open && lazynccl_major_among(library->description->sonames, open->major) >= 0) {
            *file = lazynccl_file_of(open);
            return;
        }
    }
}

lazynccl_library *lazynccl_only_family(lazynccl_library *base)
{
    lazynccl_library *only = NULL;
    int families = 0;

    LAZYNCCL_FOR_EACH_OF(base, library)
    {
        if (library == base)
            continue;
        only = library;
        families++;
    }
    return families == 1 ? only : NULL;
}

lazynccl_library *lazynccl_in_use(lazynccl_library *base)
{
    lazynccl_library *first = NULL, *tried = NULL, *family = lazynccl_only_family(base);

    LAZYNCCL_FOR_EACH_OF(base, library)
    {
        const struct lazynccl_outcome *outcome = lazynccl_outcome_of(library);

        if (outcome && !tried)
            tried = library;
        if (lazynccl_success_of(library) &&
            (!first || outcome->order < lazynccl_outcome_of(first)->order))
            first = library;
    }
    if (first)
        return first;
    if (tried)
        return tried;
    return family ? family : base;
}

int lazynccl_slot_of(lazynccl_library **member, const char *symbol)
{
    lazynccl_library *base = (*member)->base;
    const struct lazynccl_description *desc;
    char suffixed[LAZYNCCL_SYMBOL_BYTES];
    int index = -1;

    *member = lazynccl_in_use(base);
    desc = (*member)->description;
    if (desc->family) {
        snprintf(suffixed, sizeof suffixed, desc->suffixed, symbol, desc->family,
                 desc->highest_minor);
        index = lazynccl_symbol_index(desc, suffixed);
    }
    if (index >= 0)
        return index;
    LAZYNCCL_FOR_EACH_OF(base, other)
    {
        index = lazynccl_symbol_index(other->description, symbol);
        if (index >= 0) {
            *member = other;
            return index;
        }
    }
    return -1;
}

void lazynccl_find_own_partner(const lazynccl_library *library, struct lazynccl_partner *partner)
{
    LAZYNCCL_FOR_EACH(other)
    {
        const struct lazynccl_outcome *open;

        if (strcmp(other->base->description->name, library->description->partner) != 0)
            continue;
        partner->base = other->base;
        if ((open = lazynccl_success_of(other))) {
            partner->path = lazynccl_file_of(open);
            partner->major = open->major;
            partner->version = open->version;
            return;
        }
    }
}

void lazynccl_find_loaded_partner(const lazynccl_library *library, const struct lazynccl_view *view,
                                  struct lazynccl_partner *partner)
{
    const char *name = library->description->partner;
    const struct lazynccl_object *copy;

    partner->description = lazynccl_partners;
    while (partner->description->name && strcmp(partner->description->name, name) != 0)
        partner->description++;
    copy = partner->description->name
               ? lazynccl_objects_next(view->objects, NULL, partner->description->sonames)
               : NULL;
    if (copy) {
        partner->path = copy->path;
        partner->major = lazynccl_major_of(copy->soname);
    }
}

/* Returns the version of a loaded partner, 0 if it is not known. The version functions of NVRTC and
 * nvJitLink have the same type. */
LAZYNCCL_NO_CFI
static int version_of_loaded(const struct lazynccl_description *desc, const char *file)
{
    void *handle = dlopen(file, LAZYNCCL_DLOPEN | RTLD_NOLOAD);
    int (*ask)(unsigned *major, unsigned *minor) = NULL;
    unsigned major = 0, minor = 0;

    if (handle && desc->version_function)
        ask = (int (*)(unsigned *, unsigned *))lazynccl_symbol_of(handle, desc->version_function,
                                                                  NULL);
    return ask && ask(&major, &minor) == 0 ? (int)(major * 10000 + minor * 100) : 0;
}

void lazynccl_add_partner_warning(struct lazynccl_text *text, lazynccl_library *library)
{
    const struct lazynccl_description *mine = library->description;
    struct lazynccl_objects loaded;
    struct lazynccl_view view = {.objects = &loaded};
    struct lazynccl_partner partner = {0};
    int version = lazynccl_version_of(library), newer;
    char a[LAZYNCCL_VERSION_TEXT], b[LAZYNCCL_VERSION_TEXT];

    if (!version || !mine->partner || lazynccl_objects_list(&loaded, NULL) < 0)
        return;
    lazynccl_find_loaded_partner(library, &view, &partner);
    lazynccl_find_own_partner(library, &partner);
    if (!partner.version && partner.path)
        partner.version = version_of_loaded(partner.description, partner.path);
    lazynccl_objects_free(&loaded);
    newer = version / 100 - partner.version / 100; /* without the patch number */
    if (!partner.version || newer * mine->partner_order >= 0)
        return;
    lazynccl_version_text(mine, newer > 0 ? version : partner.version, a);
    lazynccl_version_text(mine, newer > 0 ? partner.version : version, b);
    lazynccl_text_add(text,
                      "warning: %s %s is newer than %s %s: LTO-IR (and PTX of a newer ISA) "
                      "from the first will not link with the second; install matching releases",
                      newer > 0 ? mine->title : partner.description->title, a,
                      newer > 0 ? partner.description->title : mine->title, b);
    lazynccl_text_add_lines(text, "\n");
}

static void prefer(struct lazynccl_search *s, int major)
{
    if (major)
        s->prefer[s->prefers++] = major;
}

void lazynccl_prefer_majors(const lazynccl_library *library, struct lazynccl_search *s)
{
    const lazynccl_library *family = NULL;

    if (library->description->family)
        family = library;
    else if (library->description->suffixed)
        family = lazynccl_only_family(library->base);
    if (library->description->partner) {
        struct lazynccl_partner partner = {0};

        lazynccl_find_loaded_partner(library, s->view, &partner);
        lazynccl_find_own_partner(library, &partner);
        s->partner = partner.path;
        prefer(s, partner.major);
        if (!family && partner.base) /* NVRTC's names lack the major, but its partner's may not */
            family = lazynccl_only_family(partner.base);
    }
    prefer(s, LAZYNCCL_CUDA_MAJOR);
    prefer(s, family ? family->description->family : 0);
}

const char *lazynccl_why_not_opened(struct lazynccl_search *s, const char *path)
{
    char text[160], soname[LAZYNCCL_SONAME_BYTES];
    const char *why = lazynccl_file_fault(path, text, sizeof text, soname);

    return why ? lazynccl_arena_copy(&s->arena, why, strlen(why)) : NULL;
}

/* Opens a file. Returns NULL, or says why it cannot be opened. */
static const char *open_file(struct lazynccl_search *s, const char *path)
{
    const char *why = lazynccl_why_not_opened(s, path);

    if (why || dlopen(path, LAZYNCCL_DLOPEN))
        return why;
    why = dlerror();
    return why ? why : LAZYNCCL_NO_REASON;
}

/* Opens the file of this name next to the library. Returns 1 if it exists. */
static int open_beside(struct lazynccl_search *s, const char *library, const char *name)
{
    const char *path = lazynccl_arena_print(&s->arena, "%.*s/%s",
                                            (int)lazynccl_folder_length(library), library, name);
    const char *why;

    if (!lazynccl_exists(path))
        return 0;
    why = open_file(s, path);
    lazynccl_note(s, "%s: %s", path, why ? why : "opened with it");
    return 1;
}

void lazynccl_open_companion(struct lazynccl_search *s, const char *file, int version)
{
    const char *form = s->description->companion;
    char name[128], *real;

    if (!form || !version)
        return;
    snprintf(name, sizeof name, form, version / 10000, version / 100 % 100);
    if (open_beside(s, file, name))
        return;
    real = realpath(file, NULL);
    if (!real || !open_beside(s, real, name))
        lazynccl_note(s, "%s is missing next to it: it may fail to find one", name);
    free(real);
}
