/* The library whose version must fit another's.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/loader/outcome.h"
#include "runtime/loader/text.h"

struct lazynccl_partner {
    const struct lazynccl_description *description; /* NULL: there is none, and so for all here */
    lazynccl_library *library; /* that of this build, the open one of its family if one is */
    const struct lazynccl_outcome *open;  /* if we have opened it */
    const struct lazynccl_object *loaded; /* a copy that is loaded, by us, by another stand-in, or
                                             by code that does not use lazynccl */
};
struct lazynccl_partner lazynccl_partner_of(const lazynccl_library *,
                                            const struct lazynccl_objects *);

/* A pair of partners whose versions do not fit is used, and this adds a line to both reports.
 * Nothing if they fit, or if one of them is not open. */
LAZYNCCL_COLD void lazynccl_add_partner_warning(struct lazynccl_text *, lazynccl_library *);
