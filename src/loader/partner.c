/* Says which library another one must fit: NVRTC and nvJitLink are partners.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "loader/partner.h"
#include "loader/loader.h"
#include "loader/report.h"
#include "search/file_version.h"
#include <string.h>

lazynccl_library *lazynccl_partner_of(lazynccl_library *library)
{
    lazynccl_library *partner = NULL;

    for (int i = 0; library->is->partner && i < lazynccl_libraries_count; i++) {
        lazynccl_library *other = lazynccl_libraries[i];

        if (!other || strcmp(other->root->is->name, library->is->partner) != 0)
            continue;
        const struct lazynccl_outcome *outcome = lazynccl_outcome_of(other);
        if (outcome && outcome->handle)
            return other;
        partner = other->root;
    }
    return partner;
}

static const struct lazynccl_description *known_partner(const lazynccl_library *library)
{
    for (int i = 0; library->is->partner && i < lazynccl_known_count; i++)
        if (strcmp(lazynccl_known[i].name, library->is->partner) == 0)
            return &lazynccl_known[i];
    return NULL;
}

const struct lazynccl_object *lazynccl_partner_elsewhere(const lazynccl_library *library,
                                                         const struct lazynccl_objects *loaded)
{
    const struct lazynccl_description *partner = known_partner(library);

    for (int i = 0; partner && i < loaded->count; i++) {
        const struct lazynccl_object *object = &loaded->list[i];

        for (int s = 0; partner->sonames[s] && object->soname && !object->ours; s++)
            if (strcmp(object->soname, partner->sonames[s]) == 0)
                return object;
    }
    return NULL;
}

/* The partner's version and what it is called; 0 if it is neither open nor loaded by others. */
static int partner_version(lazynccl_library *library, const struct lazynccl_description **is)
{
    lazynccl_library *partner = lazynccl_partner_of(library);
    const struct lazynccl_outcome *outcome = partner ? lazynccl_outcome_of(partner) : NULL;
    const struct lazynccl_object *elsewhere;
    struct lazynccl_objects loaded;
    int version = 0;

    *is = known_partner(library);
    if (outcome && outcome->handle)
        return lazynccl_version_of(partner, outcome);
    if (*is && lazynccl_objects_list(&loaded) == 0) {
        elsewhere = lazynccl_partner_elsewhere(library, &loaded);
        version = elsewhere ? lazynccl_version_in_file(*is, elsewhere->path) : 0;
        lazynccl_objects_free(&loaded);
    }
    return version;
}

const char *lazynccl_partner_warning(lazynccl_library *library)
{
    const struct lazynccl_description *mine = library->is, *other;
    struct lazynccl_text text = {NULL, 0, 0};
    int v1 = lazynccl_version_of(library, lazynccl_outcome_of(library));
    int v2 = v1 ? partner_version(library, &other) : 0;
    int mine_first = mine->partner_order < 0; /* this one must not be newer */
    char a[LAZYNCCL_VERSION_TEXT], b[LAZYNCCL_VERSION_TEXT];

    if (!v1 || !v2 || (mine_first ? v1 / 100 <= v2 / 100 : v2 / 100 <= v1 / 100))
        return NULL;
    lazynccl_version_text(mine, v1, a);
    lazynccl_version_text(mine, v2, b); /* partners count in one way */
    lazynccl_text_add(&text,
                      "warning: %s %s is newer than %s %s: LTO-IR, and PTX of a newer ISA, that "
                      "the one makes will not link in the other; install releases that agree",
                      mine_first ? mine->title : other->title, mine_first ? a : b,
                      mine_first ? other->title : mine->title, mine_first ? b : a);
    lazynccl_text_end_line(&text);
    return lazynccl_keep(&text);
}
