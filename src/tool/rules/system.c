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
static unsigned long long shm_size(struct patient *patient)
{
    char *text = machine_proc(patient, "mounts");
    unsigned long long size = 0;

    for (char *rest = text, *line; (line = strsep(&rest, "\n"));) {
        const char *option = strstr(line, " /dev/shm ") ? strstr(line, "size=") : NULL;

        if (option)
            size = size_of(option + 5);
    }
    free(text);
    return size;
}

void rule_small_shm(struct patient *patient)
{
    struct strings gpus = {NULL, 0}, names = {NULL, 0};
    unsigned long long size = shm_size(patient), used = 0, left = 0;
    size_t stale = 0;

    machine_names(patient, "/proc/driver/nvidia/gpus", &gpus);
    machine_names(patient, "/dev/shm", &names);
    for (size_t i = 0; i < names.count; i++) {
        struct stat facts;
        char *path = machine_inside(patient, "/dev/shm"), *file = NULL;

        if (path && asprintf(&file, "%s/%s", path, names.list[i]) >= 0 && stat(file, &facts) == 0)
            used += (unsigned long long)facts.st_blocks * 512;
        stale += strncmp(names.list[i], "nccl-", 5) == 0;
        free(file);
        free(path);
    }
    left = size > used ? size - used : 0;
    if (size && gpus.count > 1 && left < SEGMENT * gpus.count) {
        findings_add(patient, LN601, "/dev/shm has %llu MiB left for %zu GPUs", left / MIB,
                     gpus.count);
        findings_evidence(patient, "/dev/shm: %llu MiB, of which %llu are used", size / MIB,
                          used / MIB);
        if (stale)
            findings_evidence(patient,
                              "/dev/shm/nccl-*: %zu files, of running or of dead processes", stale);
    }
    strings_free(&gpus);
    strings_free(&names);
}

static int has_rdma(struct patient *patient)
{
    struct strings names = {NULL, 0};
    int any = machine_names(patient, "/sys/class/infiniband", &names) == 0 && names.count > 0;

    strings_free(&names);
    return any;
}

void rule_small_memlock(struct patient *patient)
{
    char *text = has_rdma(patient) ? machine_proc(patient, "limits") : NULL;
    const char *line = text ? strstr(text, "Max locked memory") : NULL;
    unsigned long long limit = line ? strtoull(line + strlen("Max locked memory"), NULL, 10) : 0;

    /* "Max locked memory   8388608   8388608   bytes", or "unlimited" */
    if (limit && limit < 1024 * MIB) {
        findings_add(patient, LN602,
                     "no more than %llu KiB of memory can be locked, and there is RDMA",
                     limit / 1024);
        findings_evidence(patient, "%.*s", (int)strcspn(line, "\n"), line);
    }
    free(text);
}

void rule_no_gpudirect(struct patient *patient)
{
    struct driver driver = driver_of(patient);
    char *release = machine_text(patient, "/proc/sys/kernel/osrelease");
    int major = 0, minor = 0;

    if (release)
        sscanf(release, "%d.%d", &major, &minor);
    int dmabuf = driver.open && (!release || major > 5 || (major == 5 && minor >= 12));
    if (has_rdma(patient) && *driver.kernel && !dmabuf &&
        !machine_has(patient, "/sys/module/nvidia_peermem") &&
        !machine_has(patient, "/sys/module/nv_peer_mem")) {
        findings_add(patient, LN603, "RDMA cannot reach the GPUs' memory");
        findings_evidence(patient, "/sys/module/nvidia_peermem is not there");
        findings_evidence(patient, "no DMA-BUF: Linux %d.%d, %s kernel module %s", major, minor,
                          driver.open ? "open" : "closed", driver.kernel);
    }
    free(release);
    driver_free(&driver);
}

void rule_host_id(struct patient *patient)
{
    char where[WHERE_SIZE];
    const char *value = conf_variable(patient, "NCCL_HOSTID", where);

    if (!value || !*value)
        return;
    findings_add(patient, LN604,
                 "NCCL takes all processes with NCCL_HOSTID=%s for those of one host", value);
    findings_evidence(patient, "NCCL_HOSTID=%s (%s)", value, where);
}

/* 1 if the machine has none of the GPUs that the file describes. */
static int is_foreign(struct patient *patient, const char *text)
{
    int gpus = 0, here = 0;

    for (const char *at = text; (at = strstr(at, "<pci ")); at++) {
        const char *end = at + strcspn(at, ">"), *id = strstr(at, "busid=\"");
        const char *class = strstr(at, "class=\"0x03"); /* display controllers */
        char path[100];

        if (!id || id > end || !class || class > end)
            continue;
        id += strlen("busid=\"");
        snprintf(path, sizeof path, "/sys/bus/pci/devices/%.*s", (int)strcspn(id, "\""), id);
        gpus++;
        here += machine_has(patient, path);
    }
    return gpus > 0 && here == 0;
}

void rule_bad_topology(struct patient *patient)
{
    static const char *const names[] = {"NCCL_TOPO_FILE", "NCCL_GRAPH_FILE"};
    char where[WHERE_SIZE];

    for (int i = 0; i < 2; i++) {
        const char *file = conf_variable(patient, names[i], where);
        char *text = file && *file ? machine_text(patient, file) : NULL;
        int foreign = text && i == 0 && machine_has(patient, "/sys/bus/pci/devices") &&
                      is_foreign(patient, text);

        int no_xml = text && text[strspn(text, " \t\r\n")] != '<';

        if (file && *file && (foreign || no_xml || (!text && i == 1))) {
            findings_add(patient, LN605, "%s %s", file,
                         no_xml    ? "is no XML"
                         : foreign ? "describes another machine"
                                   : "cannot be read");
            findings_evidence(patient, "%s=%s (%s)", names[i], file, where);
            if (foreign && !no_xml)
                findings_evidence(patient, "none of its GPUs is in /sys/bus/pci/devices");
        }
        free(text);
    }
}

void rule_no_topology(struct patient *patient)
{
    char where[WHERE_SIZE];
    const char *file = conf_variable(patient, "NCCL_TOPO_FILE", where);
    char *text = file && *file ? machine_text(patient, file) : NULL;

    if (file && *file && !text) {
        findings_add(patient, LN606, "NCCL_TOPO_FILE is without effect: %s cannot be read", file);
        findings_evidence(patient, "NCCL_TOPO_FILE=%s (%s)", file, where);
    }
    free(text);
}
