/* The search location `api`: what the program set. Final.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/search/candidates.h"
#include "runtime/search/location.h"
#include <string.h>

void lazynccl_location_api(struct lazynccl_search *s)
{
    const char *path = s->set_path;

    s->folder_named = 2;
    if (s->set_handle)
        lazynccl_consider_handle(s);
    else if (!path)
        lazynccl_note(s, "not set");
    else if (!strchr(path, '/') || !lazynccl_is_named_folder(s, path))
        lazynccl_consider_only(s, path);
    else
        lazynccl_consider_folder(s, path);
    if (path || s->set_handle)
        s->stop = 1;
}
