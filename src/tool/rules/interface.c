/* Rules on the interfaces that NCCL's sockets use: LN211 to 215.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "search/search.h"
#include "tool/machine/interfaces.h"
#include "tool/rules/rule.h"
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_loopback(const struct interface *interface)
{
    return strcmp(interface->name, "lo") == 0;
}

static void evidence_interfaces(struct examination *at, const struct interfaces *all)
{
    char line[500] = "";

    for (size_t i = 0; i < all->count; i++)
        snprintf(line + strlen(line), sizeof line - strlen(line), "%s%s", *line ? ", " : "",
                 all->list[i].name);
    findings_evidence(at->findings, "interfaces: %s", *line ? line : "none");
}

/* NCCL_SOCKET_IFNAME; NULL: unset, or of one character, which NCCL ignores. */
static const char *wanted(struct examination *at, char where[WHERE_SIZE])
{
    const char *value = conf_variable(at->facts, "NCCL_SOCKET_IFNAME", where);

    return value && value[0] && value[1] ? value : NULL;
}

/* The value that would do: the first interface that leads out. */
static void remedy_interface(struct examination *at, const struct interfaces *all)
{
    for (size_t i = 0; i < all->count; i++)
        if (interface_matches("^lo,docker,veth,br-,virbr", all->list[i].name) &&
            (all->list[i].ip4 || all->list[i].ip6)) {
            findings_remedy(at->findings, "NCCL_SOCKET_IFNAME=%s", all->list[i].name);
            return;
        }
    findings_remedy(at->findings, "unset NCCL_SOCKET_IFNAME");
}

FINDING(LN211, "interface-unmatched", ERROR, "NCCL_SOCKET_IFNAME matches no interface",
        "A value is a list of beginnings of names; `^` before it excludes, `=` wants whole names. "
        "If nothing is left, ncclGetUniqueId fails with `Bootstrap : no socket interface found`: "
        "ncclInternalError (3) up to 2.23.4, ncclInvalidUsage (5) from 2.24.3.",
        "name an interface that is there, or unset NCCL_SOCKET_IFNAME", "NVIDIA/nccl#1837")
{
    char where[WHERE_SIZE];
    const char *value = wanted(at, where);
    struct interfaces all = interfaces_of(at->machine);
    int named = 0, usable = 0, known = 0;

    for (size_t i = 0; value && i < all.count; i++) {
        int matches = interface_matches(value, all.list[i].name);
        int has_address = interface_has_address(&all.list[i], NULL);

        known |= has_address && !is_loopback(&all.list[i]);
        named |= matches;
        usable |= matches && has_address;
    }
    if (value && all.count && !usable && (!named || known)) {
        findings_add(at->findings, "LN211", "NCCL_SOCKET_IFNAME=%s matches no interface%s", value,
                     named ? " that has an address" : "");
        findings_evidence(at->findings, "NCCL_SOCKET_IFNAME=%s (%s)", value, where);
        evidence_interfaces(at, &all);
        remedy_interface(at, &all);
    }
    interfaces_free(&all);
}

FINDING(LN212, "loopback-chosen", WARNING,
        "NCCL_SOCKET_IFNAME leaves the loopback interface as the one to use",
        "NCCL leaves lo out by itself, but not where an exclusion of one's own takes the place of "
        "its default (`^docker0` lets lo in), nor where a value names it, even beside others: it "
        "is the first. Processes of other hosts cannot reach it.",
        "name the interface to use, or exclude lo as well: ^docker0,lo",
        "aws/deep-learning-containers#4756")
{
    char where[WHERE_SIZE];
    const char *value = wanted(at, where);
    struct interfaces all = interfaces_of(at->machine);
    int loopback = 0, others = 0;

    for (size_t i = 0; value && i < all.count; i++)
        if (interface_matches(value, all.list[i].name)) {
            loopback |= is_loopback(&all.list[i]);
            others |= !is_loopback(&all.list[i]);
        }
    if (loopback) {
        findings_add(at->findings, "LN212", "NCCL_SOCKET_IFNAME=%s takes the loopback interface%s",
                     value, others ? ", which is the first" : " alone");
        findings_evidence(at->findings, "NCCL_SOCKET_IFNAME=%s (%s)", value, where);
        evidence_interfaces(at, &all);
        if (*value == '^')
            findings_remedy(at->findings, "NCCL_SOCKET_IFNAME=%s,lo", value);
        else
            remedy_interface(at, &all);
    }
    interfaces_free(&all);
}

FINDING(LN213, "family-without-address", ERROR,
        "NCCL_SOCKET_FAMILY wants addresses that no interface has",
        "With AF_INET6 only IPv6 addresses count, and not the loopback's: without another NCCL "
        "finds no interface. With AF_INET only IPv4 counts: if the loopback alone has it, NCCL "
        "takes that one, which no other host reaches.",
        "unset NCCL_SOCKET_FAMILY", "NVIDIA/nccl#210")
{
    char where[WHERE_SIZE], names_where[WHERE_SIZE];
    const char *value = conf_variable(at->facts, "NCCL_SOCKET_FAMILY", where);
    const char *names = wanted(at, names_where);
    int six = value && strcmp(value, "AF_INET6") == 0, any = 0, has = 0;
    struct interfaces all = interfaces_of(at->machine);

    for (size_t i = 0; i < all.count; i++)
        if (!names || interface_matches(names, all.list[i].name)) {
            any = 1;
            has |=
                interface_has_address(&all.list[i], value) && (names || !is_loopback(&all.list[i]));
        }
    if (value && any && !has && (six || strcmp(value, "AF_INET") == 0)) {
        findings_add(at->findings, "LN213", "no interface%s%s has an IPv%d address that NCCL takes",
                     names ? " of NCCL_SOCKET_IFNAME=" : " but the loopback", names ? names : "",
                     six ? 6 : 4);
        findings_evidence(at->findings, "NCCL_SOCKET_FAMILY=%s (%s)", value, where);
        evidence_interfaces(at, &all);
    }
    interfaces_free(&all);
}

FINDING(LN214, "many-interfaces", NOTE, "NCCL may choose an interface that leads nowhere",
        "Without NCCL_SOCKET_IFNAME it takes every interface but lo and docker*: bridges and "
        "virtual ones of containers and machines too, behind which no other host is. Programs "
        "then hang while they connect.",
        "NCCL_SOCKET_IFNAME=INTERFACE, the one that leads to the other hosts", "NVIDIA/nccl#913")
{
    char where[WHERE_SIZE];
    struct interfaces all = interfaces_of(at->machine);
    int virtual = 0, usable = 0, infiniband = 0;

    for (size_t i = 0; i < all.count; i++) {
        const struct interface *interface = &all.list[i];

        if (!interface->ip4 && !interface->ip6)
            continue;
        infiniband |= interface_matches("ib", interface->name); /* taken before all others */
        usable += interface_matches("^docker,lo", interface->name);
        virtual |= interface_matches("veth,virbr,br-,cni,flannel,cali,tun,tap,vxlan,podman,lxc",
                                     interface->name);
    }
    if (!conf_variable(at->facts, "NCCL_SOCKET_IFNAME", where) && !infiniband && virtual &&
        usable > 1) {
        findings_add(at->findings, "LN214", "NCCL may choose an interface that leads nowhere");
        evidence_interfaces(at, &all);
        remedy_interface(at, &all);
    }
    interfaces_free(&all);
}

/* "HOST:PORT", "[IPv6]:PORT": its host, to be freed; NULL: it is none of these. NCCL has a port of
 * its own where there is none. */
static char *host_of(const char *value)
{
    const char *colon = strrchr(value, ':'), *port = colon ? colon + 1 : "";
    const char *end = *value == '[' ? strchr(value, ']') : colon;
    struct in_addr address;

    if (inet_pton(AF_INET, value, &address) == 1)
        return strdup(value);

    if (!colon || colon == value || lazynccl_number(&port) <= 0 || *port || !end || end > colon ||
        (*value == '[' && end + 1 != colon))
        return NULL;
    return strndup(value + (*value == '['), (size_t)(end - value) - (*value == '['));
}

FINDING(LN215, "comm-id-invalid", ERROR, "NCCL_COMM_ID is no address, or none of this network",
        "It is HOST:PORT or [IPv6]:PORT of the process that is rank 0. What is not fails with "
        "ncclInvalidArgument (4); an address outside the networks of this host with `No usable "
        "listening interface found` and ncclSystemError (2), where 2.29.2 to 2.29.7 silently take "
        "the loopback interface.",
        "NCCL_COMM_ID=ADDRESS:PORT of rank 0, or unset it",
        "NCCL 2.28.9 src/bootstrap.cc:102 and :108")
{
    char where[WHERE_SIZE];
    const char *value = conf_variable(at->facts, "NCCL_COMM_ID", where);
    char *host = value ? host_of(value) : NULL;
    struct interfaces all = interfaces_of(at->machine);
    struct in_addr address;
    int near = 1;

    /* names, and IPv6, are not decided here */
    if (host && all.subnet_count && inet_pton(AF_INET, host, &address) == 1) {
        near = address.s_addr << 24 == 127u << 24;
        for (size_t i = 0; i < all.subnet_count; i++)
            near |= (address.s_addr & all.subnets[i].mask) == all.subnets[i].address;
    }
    if (value && (!host || !near)) {
        findings_add(at->findings, "LN215", "NCCL_COMM_ID=%s is %s", value,
                     host ? "in no network of this host" : "no address and port");
        findings_evidence(at->findings, "NCCL_COMM_ID=%s (%s)", value, where);
    }
    interfaces_free(&all);
    free(host);
}
