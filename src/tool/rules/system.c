/* Rules on the system around NCCL: LN601 to 605.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/rules/rule.h"
#include <errno.h>
#include <sys/stat.h>

#define MIB (1024ull * 1024)
#define SEGMENT (10 * MIB) /* 9.6 MB, rounded up */

/* Parses a size as mount prints it: 65536k, 1g, or bytes without a letter. Returns 0 if there is
 * none. */
static unsigned long long size_of(const char *text)
{
    char *end;
    unsigned long long size = strtoull(text, &end, 10);

    return *end == 'k'   ? size * 1024
           : *end == 'm' ? size * MIB
           : *end == 'g' ? size * 1024 * MIB
                         : size;
}

/* Parses "shm /dev/shm tmpfs rw,nosuid,size=65536k 0 0"; the last mount wins. Returns 0 if
 * unlimited. */
static unsigned long long shm_size(struct examination *at)
{
    OWNED(memory) char *text = machine_proc(at->machine, "mounts");
    unsigned long long size = 0;

    for (char *rest = text, *line; (line = strsep(&rest, "\n"));) {
        const char *option = strstr(line, " /dev/shm ") ? strstr(line, "size=") : NULL;

        if (option)
            size = size_of(option + 5);
    }
    return size;
}

FINDING(LN601, "shm-too-small", ERROR, "/dev/shm is too small for the GPUs of this host",
        "On one host each pair of NCCL processes shares segments of 9.6 MB in /dev/shm; containers "
        "get 64 MB by default. When it is full, NCCL fails with `No space left on device`, later "
        "with SIGBUS.",
        "start the container with --shm-size=1g or --ipc=host", "NVIDIA/nccl#290, NVIDIA/nccl#342")
{
    OWNED(memory) char *folder = memory_check(machine_inside(at->machine, "/dev/shm"));
    OWNED(strings) struct strings names = {0};
    unsigned long long size = shm_size(at), used = 0, left = 0;
    size_t gpus = machine_count(at->machine, "/proc/driver/nvidia/gpus"), stale = 0;

    machine_names(at->machine, "/dev/shm", &names);
    for (size_t i = 0; i < names.count; i++) {
        struct stat facts;
        OWNED(memory) char *path = memory_print("%s/%s", folder, names.list[i]);

        if (stat(path, &facts) == 0)
            used += (unsigned long long)facts.st_blocks * 512;
        if (strncmp(names.list[i], "nccl-", 5) == 0)
            stale++;
    }
    left = size > used ? size - used : 0;
    if (size && gpus > 1 && left < SEGMENT * gpus) {
        rule_add(at, "LN601", "/dev/shm has %llu MiB left for %zu GPUs", left / MIB, gpus);
        rule_line(at, "/dev/shm: %llu MiB, %llu MiB used", size / MIB, used / MIB);
        if (stale)
            rule_line(at, "/dev/shm/nccl-*: %zu files, of running or dead processes", stale);
    }
}

static int has_rdma(struct examination *at)
{
    return machine_count(at->machine, "/sys/class/infiniband") > 0;
}

FINDING(LN602, "memlock-too-small", WARNING,
        "the limit on locked memory is low on a host with RDMA",
        "InfiniBand needs locked buffers; at the limit, registering them fails with `Cannot "
        "allocate memory`.",
        "ulimit -l unlimited; for a container --ulimit memlock=-1", "NVIDIA/nccl-tests#206")
{
    OWNED(memory) char *text = has_rdma(at) ? machine_proc(at->machine, "limits") : NULL;
    const char *line = text ? strstr(text, "Max locked memory") : NULL;
    unsigned long long limit = line ? strtoull(line + strlen("Max locked memory"), NULL, 10) : 0;

    /* "Max locked memory   8388608   8388608   bytes", or "unlimited" */
    if (limit && limit < 1024 * MIB) {
        rule_add(at, "LN602", "locked memory is limited to %llu KiB on a host with RDMA",
                 limit / 1024);
        rule_line(at, "%.*s", (int)strcspn(line, "\n"), line);
    }
}

FINDING(LN603, "no-gpudirect", WARNING, "RDMA cannot reach the GPUs' memory",
        "It needs the module nvidia_peermem, or DMA-BUF: Linux 5.12 and NVIDIA's open kernel "
        "module. Without either every transfer silently goes through host memory, which is slow.",
        "modprobe nvidia_peermem", "NCCL 2.28.9 src/transport/net_ib.cc:872")
{
    const struct driver *driver = driver_read(at->facts);
    OWNED(memory) char *release = machine_text(at->machine, "/proc/sys/kernel/osrelease");
    int major = 0, minor = 0;

    if (release)
        sscanf(release, "%d.%d", &major, &minor);
    int dmabuf = driver->open && (!release || major > 5 || (major == 5 && minor >= 12));
    if (has_rdma(at) && *driver->kernel && !dmabuf &&
        !machine_has(at->machine, "/sys/module/nvidia_peermem") &&
        !machine_has(at->machine, "/sys/module/nv_peer_mem")) {
        rule_add(at, "LN603", "RDMA cannot reach the GPUs' memory");
        rule_line(at, "/sys/module/nvidia_peermem: missing");
        rule_line(at, "no DMA-BUF: Linux %d.%d, %s kernel module %s", major, minor,
                  driver->open ? "open" : "closed", driver->kernel);
    }
}

FINDING(LN604, "host-id-set", NOTE, "NCCL_HOSTID decides which processes share a host",
        "NCCL assumes that processes with the same value run on the same host. If several hosts "
        "have the same value (from an image, or /etc/nccl.conf), they try to share memory, or fail "
        "with `Duplicate GPU detected`.",
        "give each host its own value, or unset NCCL_HOSTID",
        "NCCL 2.28.9 src/misc/utils.cc:87, NVIDIA/nccl#879")
{
    struct setting host = setting_of(at, "NCCL_HOSTID");

    if (host.value && *host.value)
        setting_add(at, &host, "LN604",
                    "NCCL assumes that all processes with NCCL_HOSTID=%s run on one host",
                    host.value);
}

static int is_named(const struct setting *file)
{
    return file->value && *file->value;
}

/* Returns NULL if not found. */
static char *text_of(struct examination *at, const struct setting *file)
{
    return is_named(file) ? machine_text(at->machine, file->value) : NULL;
}

/* Returns 1 if the file describes GPUs and this machine has none of them. */
static int is_foreign(struct examination *at, const char *text)
{
    int gpus = 0, here = 0;

    if (!machine_has(at->machine, "/sys/bus/pci/devices"))
        return 0;
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
        "a topology file cannot be read or describes another machine",
        "NCCL_TOPO_FILE and NCCL_GRAPH_FILE replace what NCCL detects. If the graph file cannot be "
        "read, initialization fails with ncclSystemError (2); if a file is not XML, with "
        "ncclInternalError (3). With the topology of another machine NCCL plans for links that do "
        "not exist.",
        "correct or unset the variable", "NCCL 2.28.9 src/graph/topo.cc:1421")
{
    for (int is_graph = 0; is_graph < 2; is_graph++) {
        struct setting file = setting_of(at, is_graph ? "NCCL_GRAPH_FILE" : "NCCL_TOPO_FILE");
        OWNED(memory) char *text = text_of(at, &file);
        int no_xml = text && text[strspn(text, " \t\r\n")] != '<';
        int foreign = text && !no_xml && !is_graph && is_foreign(at, text);

        if (foreign || no_xml || (is_graph && is_named(&file) && !text))
            setting_add(at, &file, "LN605", "%s %s", file.value,
                        no_xml    ? "is not XML"
                        : foreign ? "describes another machine"
                                  : "cannot be read");
        if (foreign)
            rule_line(at, "none of its GPUs is in /sys/bus/pci/devices");
    }
}

FINDING(LN606, "topology-file-ignored", WARNING, "NCCL_TOPO_FILE names a file that cannot be read",
        "NCCL continues with what it detects, without the corrections in the file.",
        "correct or unset NCCL_TOPO_FILE", "measured with NCCL 2.28.3 and 2.28.9")
{
    struct setting file = setting_of(at, "NCCL_TOPO_FILE");
    OWNED(memory) char *text = text_of(at, &file);

    if (is_named(&file) && !text)
        setting_add(at, &file, "LN606", "NCCL_TOPO_FILE has no effect: %s cannot be read",
                    file.value);
}
