/* What the fake plugin's CollNet recorded; its function collnet_record() returns it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef COLLNET_H
#define COLLNET_H
#include <stddef.h>
#include <stdint.h>

struct collnet_record {
    int version, inits, finalizes;
    int fails; /* set by the test: init fails */
    uint64_t commId;
    size_t size;  /* of the last registration or transfer */
    void *marker; /* in *request before the last transfer */
};

#endif
