/* The network interfaces of a host, from /proc.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/linking/facts.h"
#include <stdint.h>

struct interface {
    char *name;
    int ip4, ip6; /* 1 if it has an address of this family */
};

/* A network in which the interface has an address. Values are as in the kernel's table. */
struct subnet {
    uint32_t address, mask;
};

struct interfaces {
    struct interface *list; /* empty if /proc has no list */
    size_t count;
    struct subnet *subnets;
    size_t subnet_count;
};

/* Reads the interfaces at the first call. */
const struct interfaces *interfaces_read(struct facts *);

/* Returns 1 if NCCL_SOCKET_IFNAME selects the interface. Its entries are prefixes; `^` excludes,
 * and `=` matches whole names. */
int interface_matches(const char *value, const char *name);

/* Returns 1 if the interface has an address that NCCL can use with this NCCL_SOCKET_FAMILY (NULL if
 * unset). Only IPv4 counts for the loopback interface. */
int interface_has_address(const struct interface *, const char *family);
