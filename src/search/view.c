/* Looks at the consumer's files, wherever its paths are to be opened.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "search/view.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

char *lazynccl_inside(const struct lazynccl_view *view, char *path)
{
    return path && view->inside ? view->inside(view, path) : path;
}

int lazynccl_view_test(const struct lazynccl_view *view, int (*test)(const char *),
                       const char *path)
{
    char *inside = view->inside ? lazynccl_inside(view, strdup(path)) : NULL;
    int result = view->inside ? inside && test(inside) : test(path);

    free(inside);
    return result;
}

DIR *lazynccl_view_list(const struct lazynccl_view *view, const char *folder)
{
    char *inside = lazynccl_inside(view, strdup(folder));
    DIR *listing = inside ? opendir(inside) : NULL;
    int error = errno;

    free(inside);
    errno = error;
    return listing;
}
