/* Rules on the interfaces that NCCL's sockets use: LN211 to 215.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "netplugin/nccl/interfaces.h"
#include "tool/rules/rule.h"
#include <arpa/inet.h>

/* Tests an interface; `family` is the value of NCCL_SOCKET_FAMILY. */
typedef int test(const struct interface *, const char *family);

static int is_loopback(const struct interface *interface, const char *family)
{
    return strcmp(interface->name, "lo") == 0;
}

static int reaches_others(const struct interface *interface, const char *family)
{
    return interface_has_address(interface, family) && !is_loopback(interface, family);
}

/* Counts the interfaces with these names (NULL for all) that pass the test (NULL for none). */
static size_t count(const struct interfaces *all, const char *names, test *test, const char *family)
{
    size_t count = 0;

    for (size_t i = 0; i < all->count; i++)
        if ((!names || interface_matches(names, all->list[i].name)) &&
            (!test || test(&all->list[i], family)))
            count++;
    return count;
}

static void evidence_interfaces(struct examination *at, const struct interfaces *all)
{
    OWNED(strings) struct strings names = {0};

    for (size_t i = 0; i < all->count; i++)
        strings_print(&names, "%s", all->list[i].name);
    OWNED(memory) char *line = strings_join(&names, ", ");
    rule_line(at, "interfaces: %.499s", *line ? line : "none");
}

/* NCCL_SOCKET_IFNAME. The value is NULL if unset or a single character, which NCCL ignores. */
static struct setting wanted(struct examination *at)
{
    struct setting names = setting_of(at, "NCCL_SOCKET_IFNAME");

    if (names.value && (!names.value[0] || !names.value[1]))
        names.value = NULL;
    return names;
}

/* Suggests a value that works: the first interface that reaches other hosts. */
static void remedy_interface(struct examination *at, const struct interfaces *all)
{
    for (size_t i = 0; i < all->count; i++)
        if (interface_matches("^lo,docker,veth,br-,virbr", all->list[i].name) &&
            (all->list[i].ip4 || all->list[i].ip6)) {
            rule_help(at, "NCCL_SOCKET_IFNAME=%s", all->list[i].name);
            return;
        }
    rule_help(at, "unset NCCL_SOCKET_IFNAME");
}

FINDING(LN211, "interface-unmatched", ERROR, "NCCL_SOCKET_IFNAME matches no interface",
        "The value is a list of name prefixes; a leading `^` excludes them, a leading `=` requires "
        "whole names. If no interface is left, ncclGetUniqueId fails with `Bootstrap : no socket "
        "interface found`: ncclInternalError (3) up to 2.23.4, ncclInvalidUsage (5) from 2.24.3.",
        "name an existing interface, or unset NCCL_SOCKET_IFNAME", "NVIDIA/nccl#1837")
{
    struct setting names = wanted(at);
    const struct interfaces *all = interfaces_read(at->facts);
    size_t named = count(all, names.value, NULL, NULL);

    if (names.value && all->count && !count(all, names.value, interface_has_address, NULL) &&
        (!named || count(all, NULL, reaches_others, NULL))) {
        setting_add(at, &names, "LN211", "NCCL_SOCKET_IFNAME=%s matches no interface%s",
                    names.value, named ? " with an address" : "");
        evidence_interfaces(at, all);
        remedy_interface(at, all);
    }
}

FINDING(LN212, "loopback-chosen", WARNING, "NCCL_SOCKET_IFNAME selects the loopback interface",
        "NCCL excludes lo by default, but not if an explicit exclusion replaces the default "
        "(`^docker0` lets lo in), nor if the value names lo, even among others: lo comes first. "
        "Processes on other hosts cannot reach it.",
        "name the interface to use, or exclude lo as well: ^docker0,lo",
        "aws/deep-learning-containers#4756")
{
    struct setting names = wanted(at);
    const struct interfaces *all = interfaces_read(at->facts);
    size_t named = count(all, names.value, NULL, NULL);
    size_t loopback = count(all, names.value, is_loopback, NULL);

    if (names.value && loopback) {
        setting_add(at, &names, "LN212", "NCCL_SOCKET_IFNAME=%s selects %s", names.value,
                    named > loopback ? "the loopback interface first"
                                     : "only the loopback interface");
        evidence_interfaces(at, all);
        if (*names.value == '^')
            rule_help(at, "NCCL_SOCKET_IFNAME=%s,lo", names.value);
        else
            remedy_interface(at, all);
    }
}

FINDING(LN213, "family-without-address", ERROR,
        "no interface has an address of the family in NCCL_SOCKET_FAMILY",
        "With AF_INET6 only IPv6 addresses count, except the loopback's: without another NCCL "
        "finds no interface. With AF_INET only IPv4 addresses count: if only the loopback has one, "
        "NCCL uses the loopback, which no other host can reach.",
        "unset NCCL_SOCKET_FAMILY", "NVIDIA/nccl#210")
{
    struct setting family = setting_of(at, "NCCL_SOCKET_FAMILY"), names = wanted(at);
    int six = family.value && strcmp(family.value, "AF_INET6") == 0;
    const struct interfaces *all = interfaces_read(at->facts);

    if (family.value && (six || strcmp(family.value, "AF_INET") == 0) &&
        count(all, names.value, NULL, NULL) &&
        !count(all, names.value, names.value ? interface_has_address : reaches_others,
               family.value)) {
        setting_add(at, &family, "LN213", "no interface%s%s has an IPv%d address that NCCL can use",
                    names.value ? " in NCCL_SOCKET_IFNAME=" : " except the loopback",
                    names.value ? names.value : "", six ? 6 : 4);
        evidence_interfaces(at, all);
    }
}

FINDING(LN214, "many-interfaces", NOTE, "NCCL may choose an interface that leads nowhere",
        "Without NCCL_SOCKET_IFNAME NCCL uses every interface except lo and docker*, including "
        "bridges and virtual interfaces of containers and virtual machines, which reach no other "
        "host. Programs then hang while connecting.",
        "NCCL_SOCKET_IFNAME=INTERFACE, the one that reaches the other hosts", "NVIDIA/nccl#913")
{
    static const char unreachable[] = "veth,virbr,br-,cni,flannel,cali,tun,tap,vxlan,podman,lxc";
    const struct interfaces *all = interfaces_read(at->facts);

    if (!setting_of(at, "NCCL_SOCKET_IFNAME").value &&
        !count(all, "ib", interface_has_address, NULL) && /* takes precedence over all others */
        count(all, unreachable, interface_has_address, NULL) &&
        count(all, "^docker,lo", interface_has_address, NULL) > 1) {
        rule_add(at, "LN214", "NCCL may choose an interface that leads nowhere");
        evidence_interfaces(at, all);
        remedy_interface(at, all);
    }
}

/* Returns the host of "HOST:PORT" or "[IPv6]:PORT", or NULL if the value is neither. An IPv4
 * address needs no port, because NCCL has a default. The caller frees the result. */
static char *host_of(const char *value)
{
    const char *colon = strrchr(value, ':'), *port = colon ? colon + 1 : "";
    const char *end = *value == '[' ? strchr(value, ']') : colon;
    struct in_addr address;

    if (inet_pton(AF_INET, value, &address) == 1)
        return memory_copy(value);

    if (!colon || colon == value || lazynccl_number(&port) <= 0 || *port || !end || end > colon ||
        (*value == '[' && end + 1 != colon))
        return NULL;
    return memory_copy_part(value + (*value == '['), (size_t)(end - value) - (*value == '['));
}

FINDING(LN215, "comm-id-invalid", ERROR, "NCCL_COMM_ID is not an address in a network of this host",
        "It must be HOST:PORT or [IPv6]:PORT of the process with rank 0. Anything else fails with "
        "ncclInvalidArgument (4). An address outside the networks of this host fails with `No "
        "usable listening interface found` and ncclSystemError (2); 2.29.2 to 2.29.7 silently use "
        "the loopback interface instead.",
        "NCCL_COMM_ID=ADDRESS:PORT of rank 0, or unset it",
        "NCCL 2.28.9 src/bootstrap.cc:102 and :108")
{
    struct setting id = setting_of(at, "NCCL_COMM_ID");
    OWNED(memory) char *host = id.value ? host_of(id.value) : NULL;
    const struct interfaces *all = interfaces_read(at->facts);
    struct in_addr address;
    int near = 1;

    /* host names and IPv6 addresses are not checked */
    if (host && all->subnet_count && inet_pton(AF_INET, host, &address) == 1) {
        near = address.s_addr << 24 == 127u << 24;
        for (size_t i = 0; i < all->subnet_count; i++)
            if ((address.s_addr & all->subnets[i].mask) == all->subnets[i].address)
                near = 1;
    }
    if (id.value && (!host || !near)) {
        setting_add(at, &id, "LN215", "NCCL_COMM_ID=%s is not %s", id.value,
                    host ? "in a network of this host" : "an address and port");
    }
}
