/* The network interfaces that NCCL_SOCKET_IFNAME allows, by NCCL's rules: a list of prefixes, "="
 * before it for full names, "^" for all others. If it is unset, all interfaces except lo and
 * docker's, unless there are no others.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE 1 /* IFF_UP */
#include "tcp.h"
#include <ifaddrs.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int listed(const char *name, const char *list, int whole)
{
    size_t length;

    for (; *list; list += length, list += *list == ',') {
        length = strcspn(list, ",");
        if (length > 0 && strncmp(name, list, length) == 0 && (!whole || !name[length]))
            return 1;
    }
    return 0;
}

static int allowed(const char *name, const char *rule)
{
    int others = *rule == '^', whole;

    rule += others;
    whole = *rule == '=';
    return listed(name, rule + whole, whole) != others;
}

static int known(const struct interface *found, int count, const char *name)
{
    while (count-- > 0)
        if (strcmp(found[count].name, name) == 0)
            return 1;
    return 0;
}

static int find(const char *rule, struct interface *found, int most)
{
    struct ifaddrs *all = NULL;
    int count = 0;

    if (getifaddrs(&all) != 0)
        return 0;
    for (struct ifaddrs *one = all; one && count < most; one = one->ifa_next) {
        if (!one->ifa_addr || one->ifa_addr->sa_family != AF_INET || !(one->ifa_flags & IFF_UP) ||
            !allowed(one->ifa_name, rule) || known(found, count, one->ifa_name))
            continue;
        snprintf(found[count].name, sizeof found[count].name, "%s", one->ifa_name);
        memcpy(&found[count++].address, one->ifa_addr, sizeof found->address);
    }
    freeifaddrs(all);
    return count;
}

int tcp_find_interfaces(struct interface *found, int most)
{
    const char *rule = getenv("NCCL_SOCKET_IFNAME");
    int count;

    if (rule && strlen(rule) > 1) /* as in NCCL, fewer than two letters are ignored */
        return find(rule, found, most);
    count = find("^lo,docker", found, most);
    return count > 0 ? count : find("docker,lo", found, most);
}

int tcp_speed(const struct interface *interface)
{
    char path[64];
    FILE *file;
    int speed = 0;

    snprintf(path, sizeof path, "/sys/class/net/%s/speed", interface->name);
    file = fopen(path, "r");
    if (file) {
        if (fscanf(file, "%d", &speed) != 1)
            speed = 0;
        fclose(file);
    }
    return speed > 0 ? speed : 10000;
}
