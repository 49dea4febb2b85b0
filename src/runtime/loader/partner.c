/* Compares the versions of libraries that must fit each other.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/loader/partner.h"
#include "runtime/search/file_version.h"
#include <string.h>

struct lazynccl_partner lazynccl_partner_of(const lazynccl_library *library,
                                            const struct lazynccl_objects *loaded)
{
    struct lazynccl_partner partner = {NULL, NULL, NULL, NULL};
    const char *name = library->description->partner;

    for (const struct lazynccl_description *desc = lazynccl_partners; name && desc->name; desc++)
        if (strcmp(desc->name, name) == 0) {
            partner.description = desc;
            partner.loaded = lazynccl_objects_next(loaded, NULL, desc->sonames);
        }
    for (int i = 0; name && !partner.open && i < lazynccl_libraries_count; i++) {
        lazynccl_library *other = lazynccl_libraries[i];

        if (other && strcmp(other->base->description->name, name) == 0) {
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
