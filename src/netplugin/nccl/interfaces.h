/* A host's network interfaces, as /proc tells.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/linking/facts.h"
#include <stdint.h>

struct interface {
    char *name;
    int ip4, ip6; /* 1: it has an address of that family */
};

/* A network that an interface is in: addresses as the kernel's table has them. */
struct subnet {
    uint32_t address, mask;
};

struct interfaces {
    struct interface *list; /* none: /proc does not tell */
    size_t count;
    struct subnet *subnets;
    size_t subnet_count;
};

/* Read at the first call. */
const struct interfaces *interfaces_read(struct facts *);

/* 1 if a value of NCCL_SOCKET_IFNAME takes the interface: beginnings of names, `^` excludes, `=`
 * wants whole names. */
int interface_matches(const char *value, const char *name);

/* 1 if it has an address that NCCL takes with this NCCL_SOCKET_FAMILY (NULL: unset): of the
 * loopback interface only the IPv4 one. */
int interface_has_address(const struct interface *, const char *family);
