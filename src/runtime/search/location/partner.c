/* The search location `partner`: beside the library whose version must match.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/search/candidates.h"
#include "runtime/search/location.h"
#include "runtime/search/path.h"
#include "runtime/search/trust.h"

void lazynccl_location_partner(struct lazynccl_search *s)
{
    const char *partner = s->description->partner;
    size_t length = lazynccl_folder_length(s->partner);
    char *folder = length ? lazynccl_arena_copy(&s->arena, s->partner, length) : NULL;

    if (!folder && partner) {
        lazynccl_note(s, "%s is not open yet", partner);
    } else if (folder) {
        s->check = lazynccl_is_trusted;
        lazynccl_consider_folder(s, folder);
        if ((length = lazynccl_site_length(folder)) && !s->stop) {
            folder[length] = '\0';
            lazynccl_consider_wheel(s, folder, 1);
        }
    }
}
