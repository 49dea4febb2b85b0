/* Reads /proc/net, and matches names in the same way as NCCL.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "netplugin/nccl/interfaces.h"
#include "common/text/memory.h"

static struct interface *find(const struct interfaces *all, const char *name)
{
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->list[i].name, name) == 0)
            return &all->list[i];
    return NULL;
}

/* Parses "  eth0: 1234 ...". Two title lines come first. */
static void read_name(struct interfaces *all, char *line)
{
    char *name = line + strspn(line, " "), *colon = strchr(line, ':');

    if (colon)
        *MEMORY_ADD(all->list, all->count) =
            (struct interface){.name = memory_copy_part(name, (size_t)(colon - name)),
                               .ip4 = strncmp(name, "lo:", 3) == 0};
}

/* Parses "eth0 0000A8C0 00000000 0001 0 0 100 00FFFFFF ...". If a network needs no gateway, the
 * interface has an address in it. */
static void read_route(struct interfaces *all, char *line)
{
    char name[64];
    unsigned address, gateway, mask;
    struct interface *interface;

    if (sscanf(line, "%63s %x %x %*x %*d %*d %*d %x", name, &address, &gateway, &mask) != 4 ||
        !(interface = find(all, name)))
        return;
    interface->ip4 = 1;
    if (!gateway && mask)
        *MEMORY_ADD(all->subnets, all->subnet_count) = (struct subnet){address, mask};
}

/* Parses "fe80... 02 40 20 80 eth0". */
static void read_ip6(struct interfaces *all, char *line)
{
    char name[64];
    struct interface *interface;

    if (sscanf(line, "%*s %*x %*x %*x %*x %63s", name) == 1 && (interface = find(all, name)))
        interface->ip6 = 1;
}

static struct interfaces *read_interfaces(struct facts *facts)
{
    static const struct {
        const char *name;
        void (*read)(struct interfaces *, char *line);
    } files[] = {{"net/dev", read_name}, {"net/route", read_route}, {"net/if_inet6", read_ip6}};
    struct interfaces *all = memory_get(1, sizeof *all);

    for (int i = 0; i < 3; i++) {
        OWNED(memory) char *text = machine_proc(facts->machine, files[i].name);

        for (char *rest = text, *line; (line = strsep(&rest, "\n"));)
            files[i].read(all, line);
    }
    return all;
}

const struct interfaces *interfaces_read(struct facts *facts)
{
    if (!facts->interfaces)
        facts->interfaces = read_interfaces(facts);
    return facts->interfaces;
}

int interface_matches(const char *value, const char *name)
{
    int excludes = *value == '^', matches = 0, any = 0, exact;

    if (excludes)
        value++;
    exact = *value == '=';
    if (exact)
        value++;
    OWNED(strings) struct strings entries = strings_words(value, ",");
    for (size_t i = 0; i < entries.count; i++) {
        size_t length = strcspn(entries.list[i], ":"); /* NAME:PORT */

        if (length)
            any = 1;
        if (length && strncmp(entries.list[i], name, length) == 0 && (!exact || !name[length]))
            matches = 1;
    }

    return (matches || !any) != excludes; /* NCCL takes an empty list for all interfaces */
}

int interface_has_address(const struct interface *interface, const char *family)
{
    int six = interface->ip6 && strcmp(interface->name, "lo") != 0;

    if (family && strcmp(family, "AF_INET6") == 0)
        return six;
    if (family && strcmp(family, "AF_INET") == 0)
        return interface->ip4;
    return interface->ip4 || six;
}
