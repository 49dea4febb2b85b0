/* The module that contains this copy.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/core/search.h"
#include <dlfcn.h>

static const char *lazynccl_module_of(const struct lazynccl_search *s)
{
    Dl_info info;

    (void)s;
    return dladdr(&lazynccl_frozen, &info) ? info.dli_fname : program_invocation_name;
}

/* Small copies do not search above a module. */
static void lazynccl_consider_above(struct lazynccl_search *s, const char *path)
{
    (void)path;
    lazynccl_note(s, "this module is not in a site-packages folder");
}
