/* Used if all functions of a copy have versions: only asks if a file defines versions.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/loader/resolve.h"
#include "runtime/loader/symbol.h"
#include "runtime/loader/variant.h"

LAZYNCCL_READS_LDSO
const char *lazynccl_base_version(const struct lazynccl_description *desc, void *handle)
{
    const struct link_map *map = lazynccl_map_of(handle);

    (void)desc;
    return lazynccl_dynamic(map->l_ld, map->l_addr, DT_VERDEF) ? "" : NULL;
}
