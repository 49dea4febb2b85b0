/* Finds which process this is: its host, its job, and its rank in the job.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "standin/template/page.h"
#include "standin/template/identity.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* The variables in which launchers set the rank, the number of ranks, and the rank on the host. The
 * first row whose rank and number of ranks are set applies. Slurm is after torchrun and mpirun:
 * they start processes in a Slurm job, whose variables describe the launcher. If no row is set,
 * the last one leaves the number of ranks and the rank on the host unknown. */
static const struct {
    const char *rank, *ranks, *local;
} launchers[] = {
    {"RANK", "WORLD_SIZE", "LOCAL_RANK"},
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK"},
    {"PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID"},
    {"PMIX_RANK", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID"},
    {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID"},
    {"PMIX_RANK", NULL, NULL},
};

uint64_t lazynccl_page_clock(int clock)
{
    struct timespec time = {0};

    syscall(SYS_clock_gettime, clock, &time); /* before glibc 2.17, the function is in librt */
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* Returns the value of a variable that is a number, or -1. */
static int32_t read_number(const struct lazynccl_view *view, const char *name)
{
    const char *value = name ? lazynccl_variable(view, name) : NULL;
    char *end;

    if (!value || *value < '0' || *value > '9')
        return -1;
    unsigned long number = strtoul(value, &end, 10);
    return *end || number > INT_MAX ? -1 : (int32_t)number;
}

static void find_rank(const struct lazynccl_view *view, struct lazynccl_identity *who)
{
    who->rank = -1;
    for (size_t i = 0; i < sizeof launchers / sizeof *launchers && who->rank < 0; i++) {
        who->ranks = read_number(view, launchers[i].ranks);
        if (!launchers[i].ranks || who->ranks > 0)
            who->rank = read_number(view, launchers[i].rank);
        who->local_rank = read_number(view, launchers[i].local);
    }
}

/* Names the job by the first of: PMI's job, Slurm's step, torchrun's job, `run`, Slurm's job.
 * mpirun starts a step on each node but its own, so that only PMI's name is common to all ranks. */
static void find_job(const struct lazynccl_view *view, const char *run,
                     struct lazynccl_identity *who)
{
    const char *slurm = lazynccl_variable(view, "SLURM_JOB_ID");
    const char *step = lazynccl_variable(view, "SLURM_STEP_ID");
    const char *torchrun = lazynccl_variable(view, "TORCHELASTIC_RUN_ID");
    const char *job = lazynccl_variable(view, "PMIX_NAMESPACE");

    job = job ? job : lazynccl_variable(view, "PMI_JOBID");
    if (!job && slurm && step) {
        snprintf(who->job, sizeof who->job, "%s.%s", slurm, step);
        return;
    }
    if (!job && torchrun && strcmp(torchrun, "none") != 0) /* "none" is torchrun's default */
        job = torchrun;
    snprintf(who->job, sizeof who->job, "%s", job ? job : run ? run : slurm ? slurm : "");
    who->is_job_of_run = run && !job;
}

void lazynccl_page_identify_child(struct lazynccl_identity *who)
{
    who->process = (uint32_t)getpid();
    who->started = lazynccl_identity_start("/proc/self/stat", NULL);
    prctl(PR_GET_NAME, who->command);
}

void lazynccl_page_identify(const struct lazynccl_view *view, const char *run,
                            struct lazynccl_identity *who)
{
    lazynccl_page_identify_child(who);
    who->user = (uint32_t)geteuid();
    who->namespace = lazynccl_identity_namespace();
    who->loaded = lazynccl_page_clock(CLOCK_REALTIME);
    gethostname(who->host, sizeof who->host - 1);
    lazynccl_identity_text("/proc/sys/kernel/random/boot_id", who->boot, sizeof who->boot);
    find_rank(view, who);
    find_job(view, run, who);
}

static uint64_t hash_of(uint64_t hash, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
    return hash;
}

/* Writes the page with one write(), so that no reader finds half of it. */
static int write_whole(const char *path, const struct lazynccl_page *page)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644), error;

    if (fd < 0)
        return errno == EEXIST ? 0 : errno; /* another stand-in of this process wrote it */
    errno = ENOSPC;                         /* if write() writes only a part */
    error = write(fd, page, sizeof *page) == sizeof *page ? 0 : errno;
    if (close(fd) != 0 && !error)
        error = errno;
    if (error)
        unlink(path);
    return error;
}

int lazynccl_page_write(const char *folder, const struct lazynccl_identity *who)
{
    struct rlimit limit;
    struct lazynccl_page *page;
    uint64_t hash = 14695981039346656037u;
    char *path = NULL;
    int error = ENOMEM;

    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < sizeof *page)
        return EFBIG; /* write() would raise SIGXFSZ, which would end the program */
    hash = hash_of(hash, who->host, strlen(who->host));
    hash = hash_of(hash, who->boot, strlen(who->boot));
    hash = hash_of(hash, &who->namespace, sizeof who->namespace);
    hash = hash_of(hash, &who->started, sizeof who->started);
    page = calloc(1, sizeof *page);
    if (page && asprintf(&path, "%s/%u-%016llx.rank", folder, who->process,
                         (unsigned long long)hash) >= 0) {
        memcpy(page->magic, LAZYNCCL_PAGE_MAGIC, sizeof page->magic);
        page->version = LAZYNCCL_PAGE_VERSION;
        page->size = sizeof *page;
        page->who = *who;
        error = write_whole(path, page);
        free(path);
    }
    free(page);
    return error;
}
