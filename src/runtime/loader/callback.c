/* Serves calls of a library that its own constructors make.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/loader/opening.h"
#include "runtime/loader/resolve.h"
#include "runtime/loader/variant.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>

#ifndef LAZYNCCL_WITHOUT_RECORDS
lazynccl_function lazynccl_symbol_while_opening(lazynccl_library *library, int index)
{
    struct lazynccl_opening *opening = lazynccl_opening_of(library);
    lazynccl_function symbol = NULL;
    int saved = errno, cancel;

    if (!opening) /* first of all, because every call of an absent library comes here */
        return NULL;
    if (lazynccl_is_asked_too_often(opening))
        return NULL;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    if (!opening->handle)
        opening->handle = dlopen(opening->name, LAZYNCCL_DLOPEN);
    if (opening->handle)
        symbol = lazynccl_resolve_one(library, index, opening->handle);
    if (lazynccl_leads_to_build(symbol))
        symbol = NULL;
    pthread_setcancelstate(cancel, NULL);
    errno = saved;
    return symbol;
}
#endif
