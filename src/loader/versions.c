/* Says what is open, in which version, and which library another one must fit.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "loader/attempt.h"
#include <dlfcn.h>
#include <string.h>

const struct lazynccl_outcome *lazynccl_outcome_of(lazynccl_library *library)
{
    return __atomic_load_n(&library->outcome, __ATOMIC_ACQUIRE);
}

const struct lazynccl_outcome *lazynccl_success_of(lazynccl_library *library)
{
    const struct lazynccl_outcome *outcome = lazynccl_outcome_of(library);

    return outcome && outcome->handle ? outcome : NULL;
}

int lazynccl_version_asked(const lazynccl_library *library, void *handle, int major,
                           const struct lazynccl_objects *own)
{
    const char *name = library->root->description->version_function;
    void *function = name ? dlsym(handle, name) : NULL;
    lazynccl_symbol symbol;
    int version;

    if (!function) { /* nvJitLink 12.0 to 12.2 tell it only by their newest suffix */
        int minor = lazynccl_newest_suffix(library, handle, major, own);

        return minor < 0 ? 0 : major * 10000 + minor * 100;
    }
    memcpy(&symbol, &function, sizeof symbol);
    version = library->root->trampolines->version(symbol);
    if (version > 0 && version < 10000) /* NCCL up to 2.8 counted major*1000 */
        version = version / 1000 * 10000 + version % 1000;
    return version > 0 ? version : 0;
}

int lazynccl_version_of(lazynccl_library *library)
{
    const struct lazynccl_outcome *open = lazynccl_success_of(library);

    return open ? lazynccl_version_asked(library, open->handle, open->major, NULL) : 0;
}

lazynccl_library *lazynccl_only_family(lazynccl_library *root)
{
    lazynccl_library *only = NULL;
    int families = 0;

    LAZYNCCL_FOR_EACH_OF(root, library)
    {
        if (library != root && families++ == 0)
            only = library;
    }
    return families == 1 ? only : NULL;
}

struct lazynccl_partner lazynccl_partner_of(const lazynccl_library *library,
                                            const struct lazynccl_objects *loaded)
{
    struct lazynccl_partner partner = {NULL, NULL, NULL, NULL};
    const char *name = library->description->partner;

    for (const struct lazynccl_description *is = lazynccl_partners; name && is->name; is++)
        if (strcmp(is->name, name) == 0) {
            partner.description = is;
            partner.loaded = lazynccl_objects_next(loaded, NULL, is->sonames);
        }
    for (int i = 0; name && !partner.open && i < lazynccl_libraries_count; i++) {
        lazynccl_library *other = lazynccl_libraries[i];

        if (other && strcmp(other->root->description->name, name) == 0) {
            partner.library = other;
            partner.open = lazynccl_success_of(other);
        }
    }
    return partner;
}

/* The version of the partner, and its description; 0 if neither we nor others have opened it. */
static int partner_version(const lazynccl_library *library,
                           const struct lazynccl_description **description)
{
    struct lazynccl_objects loaded;
    struct lazynccl_partner partner;
    int version = 0;

    if (!library->description->partner || lazynccl_objects_list(&loaded, NULL) < 0)
        return 0;
    partner = lazynccl_partner_of(library, &loaded);
    *description = partner.description;
    if (partner.open)
        version = lazynccl_version_of(partner.library);
    else if (partner.loaded)
        version = lazynccl_version_in_file(partner.description, partner.loaded->path);
    lazynccl_objects_free(&loaded);
    return version;
}

void lazynccl_add_partner_warning(struct lazynccl_text *text, lazynccl_library *library)
{
    const struct lazynccl_description *mine = library->description, *theirs = NULL;
    int version = lazynccl_version_of(library);
    int other = version ? partner_version(library, &theirs) : 0;
    int newer = version / 100 - other / 100; /* partners count in the same way */
    char a[LAZYNCCL_VERSION_TEXT], b[LAZYNCCL_VERSION_TEXT];

    if (!other || newer * mine->partner_order >= 0)
        return;
    lazynccl_version_text(mine, newer > 0 ? version : other, a);
    lazynccl_version_text(mine, newer > 0 ? other : version, b);
    lazynccl_text_add(text,
                      "warning: %s %s is newer than %s %s: LTO-IR (and PTX of a newer ISA) "
                      "from the first will not link with the second; install matching releases",
                      newer > 0 ? mine->title : theirs->title, a,
                      newer > 0 ? theirs->title : mine->title, b);
    lazynccl_text_add_lines(text, "\n");
}
