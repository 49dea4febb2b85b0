/* Says which library another one must fit: NVRTC and nvJitLink are partners.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "loader/outcome.h"
#include "search/file_version.h"
#include <string.h>

lazynccl_library *lazynccl_partner_of(lazynccl_library *library)
{
    lazynccl_library *partner = NULL;
    const char *name = library->description->partner;

    for (int i = 0; name && i < lazynccl_libraries_count; i++) {
        lazynccl_library *other = lazynccl_libraries[i];

        if (!other || strcmp(other->root->description->name, name) != 0)
            continue;
        if (lazynccl_success_of(other))
            return other;
        partner = other->root;
    }
    return partner;
}

static const struct lazynccl_description *known_partner(const lazynccl_library *library)
{
    const char *name = library->description->partner;

    for (int i = 0; name && i < lazynccl_known_count; i++)
        if (strcmp(lazynccl_known[i].name, name) == 0)
            return &lazynccl_known[i];
    return NULL;
}

const struct lazynccl_object *lazynccl_partner_elsewhere(const lazynccl_library *library,
                                                         const struct lazynccl_objects *loaded)
{
    const struct lazynccl_description *partner = known_partner(library);

    return partner ? lazynccl_objects_next(loaded, NULL, partner->sonames) : NULL;
}

/* The version of the partner; 0 if neither we nor others have opened it. */
static int partner_version(lazynccl_library *library)
{
    lazynccl_library *partner = lazynccl_partner_of(library);
    const struct lazynccl_object *elsewhere;
    struct lazynccl_objects loaded;
    int version = 0;

    if (partner && lazynccl_success_of(partner))
        return lazynccl_version_of(partner);
    if (library->description->partner && lazynccl_objects_list(&loaded, NULL) == 0) {
        elsewhere = lazynccl_partner_elsewhere(library, &loaded);
        if (elsewhere)
            version = lazynccl_version_in_file(known_partner(library), elsewhere->path);
        lazynccl_objects_free(&loaded);
    }
    return version;
}

const char *lazynccl_partner_warning(lazynccl_library *library)
{
    const struct lazynccl_description *mine = library->description, *theirs;
    struct lazynccl_text text = {NULL, 0, 0};
    int version = lazynccl_version_of(library), other = version ? partner_version(library) : 0;
    int newer = version / 100 - other / 100; /* partners count in the same way */
    char a[LAZYNCCL_VERSION_TEXT], b[LAZYNCCL_VERSION_TEXT];

    if (!other || newer * mine->partner_order >= 0)
        return NULL;
    theirs = known_partner(library);
    lazynccl_version_text(mine, newer > 0 ? version : other, a);
    lazynccl_version_text(mine, newer > 0 ? other : version, b);
    lazynccl_text_add(&text,
                      "warning: %s %s is newer than %s %s: LTO-IR (and PTX of a newer ISA) "
                      "from the first will not link with the second; install matching releases",
                      newer > 0 ? mine->title : theirs->title, a,
                      newer > 0 ? theirs->title : mine->title, b);
    lazynccl_text_add_lines(&text, "\n");
    return lazynccl_text_keep(&text);
}
