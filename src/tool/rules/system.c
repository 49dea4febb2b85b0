/* Rules on the system around NCCL: LN601 to 605.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/linking/driver.h"
#include "tool/rules/rule.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MIB (1024ull * 1024)
#define SEGMENT (10 * MIB) /* 9.6 MB and a little */

/* A size as mount has it: 65536k, 1g; bytes without a letter. 0: none. */
static unsigned long long size_of(const char *text)
{
    char *end;
    unsigned long long size = strtoull(text, &end, 10);

    return *end == 'k'   ? size * 1024
           : *end == 'm' ? size * MIB
           : *end == 'g' ? size * 1024 * MIB
                         : size;
}

/* "shm /dev/shm tmpfs rw,nosuid,size=65536k 0 0"; of several the last is on top. 0: no limit. */
static unsigned long long shm_size(struct examination *at)
{
    char *text = machine_proc(at->machine, "mounts");
    unsigned long long size = 0;

    for (char *rest = text, *line; (line = strsep(&rest, "\n"));) {
        const char *option = strstr(line, " /dev/shm ") ? strstr(line, "size=") : NULL;

        if (option)
            size = size_of(option + 5);
    }
    free(text);
    return size;
}

FINDING(LN601, "shm-too-small", ERROR, "/dev/shm is too small for the GPUs of this host",
        "NCCL's processes of one host share segments of 9.6 MB for each pair there; containers "
        "get 64 MB unless told otherwise. What is full ends in `No space left on device`, later "
        "in SIGBUS.",
        "start the container with --shm-size=1g or --ipc=host", "NVIDIA/nccl#290, NVIDIA/nccl#342")
{
    struct strings gpus = {NULL, 0}, names = {NULL, 0};
    unsigned long long size = shm_size(at), used = 0, left = 0;
    size_t stale = 0;

    machine_names(at->machine, "/proc/driver/nvidia/gpus", &gpus);
    machine_names(at->machine, "/dev/shm", &names);
    for (size_t i = 0; i < names.count; i++) {
        struct stat facts;
        char *path = machine_inside(at->machine, "/dev/shm"), *file = NULL;

        if (path && asprintf(&file, "%s/%s", path, names.list[i]) >= 0 && stat(file, &facts) == 0)
            used += (unsigned long long)facts.st_blocks * 512;
        stale += strncmp(names.list[i], "nccl-", 5) == 0;
        free(file);
        free(path);
    }
    left = size > used ? size - used : 0;
    if (size && gpus.count > 1 && left < SEGMENT * gpus.count) {
        findings_add(at->findings, "LN601", "/dev/shm has %llu MiB left for %zu GPUs", left / MIB,
                     gpus.count);
        findings_evidence(at->findings, "/dev/shm: %llu MiB, of which %llu are used", size / MIB,
                          used / MIB);
        if (stale)
            findings_evidence(at->findings,
                              "/dev/shm/nccl-*: %zu files, of running or of dead processes", stale);
    }
    strings_free(&gpus);
    strings_free(&names);
}

static int has_rdma(struct examination *at)
{
    struct strings names = {NULL, 0};
    int any = machine_names(at->machine, "/sys/class/infiniband", &names) == 0 && names.count > 0;

    strings_free(&names);
    return any;
}

FINDING(LN602, "memlock-too-small", WARNING,
        "the limit on locked memory is small, and there is RDMA",
        "InfiniBand wants its buffers locked; at the limit registering them fails with `Cannot "
        "allocate memory`.",
        "ulimit -l unlimited; for a container --ulimit memlock=-1", "NVIDIA/nccl-tests#206")
{
    char *text = has_rdma(at) ? machine_proc(at->machine, "limits") : NULL;
    const char *line = text ? strstr(text, "Max locked memory") : NULL;
    unsigned long long limit = line ? strtoull(line + strlen("Max locked memory"), NULL, 10) : 0;

    /* "Max locked memory   8388608   8388608   bytes", or "unlimited" */
    if (limit && limit < 1024 * MIB) {
        findings_add(at->findings, "LN602",
                     "no more than %llu KiB of memory can be locked, and there is RDMA",
                     limit / 1024);
        findings_evidence(at->findings, "%.*s", (int)strcspn(line, "\n"), line);
    }
    free(text);
}

FINDING(LN603, "no-gpudirect", WARNING, "RDMA cannot reach the GPUs' memory",
        "It needs the module nvidia_peermem, or DMA-BUF: Linux 5.12 and NVIDIA's open kernel "
        "module. Without either every transfer goes through the host's memory, which is slow and "
        "silent.",
        "modprobe nvidia_peermem", "NCCL 2.28.9 src/transport/net_ib.cc:872")
{
    struct driver driver = driver_of(at->machine);
    char *release = machine_text(at->machine, "/proc/sys/kernel/osrelease");
    int major = 0, minor = 0;

    if (release)
        sscanf(release, "%d.%d", &major, &minor);
    int dmabuf = driver.open && (!release || major > 5 || (major == 5 && minor >= 12));
    if (has_rdma(at) && *driver.kernel && !dmabuf &&
        !machine_has(at->machine, "/sys/module/nvidia_peermem") &&
        !machine_has(at->machine, "/sys/module/nv_peer_mem")) {
        findings_add(at->findings, "LN603", "RDMA cannot reach the GPUs' memory");
        findings_evidence(at->findings, "/sys/module/nvidia_peermem is not there");
        findings_evidence(at->findings, "no DMA-BUF: Linux %d.%d, %s kernel module %s", major,
                          minor, driver.open ? "open" : "closed", driver.kernel);
    }
    free(release);
    driver_free(&driver);
}

FINDING(LN604, "host-id-set", NOTE, "NCCL_HOSTID decides which processes share a host",
        "NCCL takes processes with one value for those of one host. Where several hosts have the "
        "same (from an image, or /etc/nccl.conf), they try to share memory, or `Duplicate GPU "
        "detected`.",
        "give every host a value of its own, or unset NCCL_HOSTID",
        "NCCL 2.28.9 src/misc/utils.cc:87, NVIDIA/nccl#879")
{
    char where[WHERE_SIZE];
    const char *value = conf_variable(at->facts, "NCCL_HOSTID", where);

    if (!value || !*value)
        return;
    findings_add(at->findings, "LN604",
                 "NCCL takes all processes with NCCL_HOSTID=%s for those of one host", value);
    findings_evidence(at->findings, "NCCL_HOSTID=%s (%s)", value, where);
}

/* 1 if the machine has none of the GPUs that the file describes. */
static int is_foreign(struct examination *at, const char *text)
{
    int gpus = 0, here = 0;

    for (const char *pci = text; (pci = strstr(pci, "<pci ")); pci++) {
        const char *end = pci + strcspn(pci, ">"), *id = strstr(pci, "busid=\"");
        const char *class = strstr(pci, "class=\"0x03"); /* display controllers */
        char path[100];

        if (!id || id > end || !class || class > end)
            continue;
        id += strlen("busid=\"");
        snprintf(path, sizeof path, "/sys/bus/pci/devices/%.*s", (int)strcspn(id, "\""), id);
        gpus++;
        here += machine_has(at->machine, path);
    }
    return gpus > 0 && here == 0;
}

FINDING(LN605, "topology-unreadable", ERROR,
        "a topology file cannot be read or is of another machine",
        "NCCL_TOPO_FILE and NCCL_GRAPH_FILE replace what NCCL finds out itself. A graph that "
        "cannot be read ends the initialization with ncclSystemError (2), what is no XML with "
        "ncclInternalError (3). By the topology of another machine NCCL plans for links that are "
        "not there.",
        "correct or unset the variable", "NCCL 2.28.9 src/graph/topo.cc:1421")
{
    static const char *const names[] = {"NCCL_TOPO_FILE", "NCCL_GRAPH_FILE"};
    char where[WHERE_SIZE];

    for (int i = 0; i < 2; i++) {
        const char *file = conf_variable(at->facts, names[i], where);
        char *text = file && *file ? machine_text(at->machine, file) : NULL;
        int foreign = text && i == 0 && machine_has(at->machine, "/sys/bus/pci/devices") &&
                      is_foreign(at, text);

        int no_xml = text && text[strspn(text, " \t\r\n")] != '<';

        if (file && *file && (foreign || no_xml || (!text && i == 1))) {
            findings_add(at->findings, "LN605", "%s %s", file,
                         no_xml    ? "is no XML"
                         : foreign ? "describes another machine"
                                   : "cannot be read");
            findings_evidence(at->findings, "%s=%s (%s)", names[i], file, where);
            if (foreign && !no_xml)
                findings_evidence(at->findings, "none of its GPUs is in /sys/bus/pci/devices");
        }
        free(text);
    }
}

FINDING(LN606, "topology-file-ignored", WARNING, "NCCL_TOPO_FILE names a file that cannot be read",
        "NCCL goes on with what it finds out itself: what the file was to correct stays as it is.",
        "correct or unset NCCL_TOPO_FILE", "measured with NCCL 2.28.3 and 2.28.9")
{
    char where[WHERE_SIZE];
    const char *file = conf_variable(at->facts, "NCCL_TOPO_FILE", where);
    char *text = file && *file ? machine_text(at->machine, file) : NULL;

    if (file && *file && !text) {
        findings_add(at->findings, "LN606", "NCCL_TOPO_FILE is without effect: %s cannot be read",
                     file);
        findings_evidence(at->findings, "NCCL_TOPO_FILE=%s (%s)", file, where);
    }
    free(text);
}
