/* Converts between types that two versions declare differently; refuses values that do not fit.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/core/convert.h"
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int lazynccl_net_refuse(const struct lazynccl_net_real *real, const char *format, ...)
{
    char text[256];
    size_t n;
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    n = strlen(text);
    if (real->caller)
        snprintf(text + n, sizeof text - n, " (NCCL calls v%d, the plugin has v%d)", real->caller,
                 real->version);
    else
        snprintf(text + n, sizeof text - n, " (the plugin has v%d)", real->version);
    real->fault(real, text);
    return -1;
}

int lazynccl_net_size_to_int(const struct lazynccl_net_real *real, const char *operation,
                             const char *what, size_t size, int *number)
{
    if (size > INT_MAX)
        return lazynccl_net_refuse(real, "%s: %s %zu is more than %d, the maximum of an int",
                                   operation, what, size, INT_MAX);
    *number = (int)size;
    return 0;
}

int lazynccl_net_int_to_size(const struct lazynccl_net_real *real, const char *operation,
                             const char *what, int number, size_t *size)
{
    if (number < 0)
        return lazynccl_net_refuse(real, "%s: %s %d is negative", operation, what, number);
    *size = (size_t)number;
    return 0;
}

int lazynccl_net_count(const struct lazynccl_net_real *real, const char *operation, int n)
{
    if (n < 0 || n > LAZYNCCL_NET_MAX_RECVS)
        return lazynccl_net_refuse(real, "%s: n %d is not within 0 to %d", operation, n,
                                   LAZYNCCL_NET_MAX_RECVS);
    return 0;
}

int lazynccl_net_one(const struct lazynccl_net_real *real, const char *operation, int n)
{
    if (n != 1)
        return lazynccl_net_refuse(real, "%s: n is %d, but this version takes one buffer at a time",
                                   operation, n);
    return 0;
}

void lazynccl_net_lend_handle(unsigned char *place, const void *handle, size_t size)
{
    memset(place, 0, LAZYNCCL_NET_HANDLE_SIZE);
    memcpy(place, handle, size);
}

int lazynccl_net_return_handle(const struct lazynccl_net_real *real, const char *operation,
                               const unsigned char *place, void *handle, size_t size)
{
    for (size_t i = LAZYNCCL_NET_HANDLE_SIZE; i > size; i--)
        if (place[i - 1])
            return lazynccl_net_refuse(
                real, "%s: the plugin's handle has %zu bytes, NCCL's has room for %zu", operation,
                i, size);
    memcpy(handle, place, size);
    return 0;
}

int lazynccl_net_copy_devices(const struct lazynccl_net_real *real, const char *operation,
                              const int *from, int from_count, int from_size, int *to,
                              int *to_count, int to_size)
{
    int most = from_size < to_size ? from_size : to_size;

    if (from_count < 0 || from_count > most)
        return lazynccl_net_refuse(real, "%s: a virtual device of %d, but there is room for %d",
                                   operation, from_count, most);
    memset(to, 0, (size_t)to_size * sizeof *to);
    memcpy(to, from, (size_t)from_count * sizeof *to);
    *to_count = from_count;
    return 0;
}

void lazynccl_net_keep_markers(void **request, unsigned known)
{
    uintptr_t marker = (uintptr_t)*request;

    if (marker <= LAZYNCCL_NET_ALL_MARKERS)
        *request = (void *)(marker & known);
}
