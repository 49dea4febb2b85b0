/* Maps the file of a recording in pieces. The first thread that reaches a new piece maps it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * Disk space is allocated before a piece is written, because writing to a mapping on a full disk
 * kills the process. The file is never truncated, because another thread may still write to it. */
#include "netplugin/core/record_file.h"
#include "netplugin/core/log.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#define PIECE ((size_t)1 << 20) /* bytes */
#define PIECES 16384            /* a file has at most 16 GiB */
#define HEAD (sizeof(struct lazynccl_record_head) / sizeof(struct lazynccl_record_call))

int lazynccl_record_on;
static char *pieces[PIECES]; /* each NULL until it is mapped. Atomic */
static char path[512];
static int fd = -1;

/* Ends the recording before this piece and logs the reason once. */
static void give_up(size_t index, const char *why)
{
    struct lazynccl_record_head *head = (struct lazynccl_record_head *)(void *)pieces[0];
    uint64_t most = index * PIECE / sizeof(struct lazynccl_record_call) - HEAD;
    uint64_t count = head ? __atomic_load_n(&head->count, __ATOMIC_ACQUIRE) : 0;

    while (head && count > most &&
           !__atomic_compare_exchange_n(&head->count, &count, most, 0, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE))
        ;
    if (__atomic_exchange_n(&lazynccl_record_on, 0, __ATOMIC_ACQ_REL))
        lazynccl_net_warn("the recording %s ends: %s", path, why);
}

/* Returns 0 or an error. Checks RLIMIT_FSIZE first, because exceeding it raises a signal. */
static int allocate(size_t index)
{
    struct rlimit most;

    if (index >= PIECES ||
        (getrlimit(RLIMIT_FSIZE, &most) == 0 && (index + 1) * PIECE > most.rlim_cur))
        return EFBIG;
    return posix_fallocate(fd, (off_t)(index * PIECE), (off_t)PIECE);
}

static char *map(size_t index)
{
    char *made, *there = NULL;
    int error = allocate(index);

    if (error) {
        give_up(index, strerror(error));
        return NULL;
    }
    made = mmap(NULL, PIECE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)(index * PIECE));
    if (made == MAP_FAILED) {
        give_up(index, strerror(errno));
        return NULL;
    }
    if (__atomic_compare_exchange_n(&pieces[index], &there, made, 0, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE))
        return made;
    munmap(made, PIECE); /* another thread mapped the piece first */
    return there;
}

static char *piece(size_t index)
{
    char *found = index < PIECES ? __atomic_load_n(&pieces[index], __ATOMIC_ACQUIRE) : NULL;

    return found ? found : map(index);
}

struct lazynccl_record_call *lazynccl_record_place(uint64_t index)
{
    size_t at = (size_t)(index + HEAD) * sizeof(struct lazynccl_record_call);
    char *found = piece(at / PIECE);

    if (found && at % PIECE == 0)
        piece(at / PIECE + 1); /* maps the next piece before it is needed */
    return found ? (struct lazynccl_record_call *)(void *)(found + at % PIECE) : NULL;
}

/* Expands %p to the process ID and %h to the host name. */
static void expand(const char *name)
{
    char host[65] = "";
    size_t n = 0;

    gethostname(host, sizeof host - 1);
    for (; *name && n < sizeof path - sizeof host; name++) {
        int known = *name == '%' && (name[1] == 'p' || name[1] == 'h');

        if (!known)
            path[n++] = *name;
        else if (*++name == 'p')
            n += (size_t)sprintf(path + n, "%d", (int)getpid());
        else
            n += (size_t)sprintf(path + n, "%s", host);
    }
    path[n] = '\0';
}

static int is_of_this_process(void)
{
    struct lazynccl_record_head head = {.process = 0};
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    int whole = file >= 0 && read(file, &head, sizeof head) == sizeof head;

    if (file >= 0)
        close(file);
    errno = EEXIST;
    return whole && memcmp(head.magic, LAZYNCCL_RECORD_MAGIC, sizeof LAZYNCCL_RECORD_MAGIC) == 0 &&
           head.process == (uint32_t)getpid();
}

struct lazynccl_record_head *lazynccl_record_make(const char *name)
{
    expand(name);
    fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (fd < 0 && errno == EEXIST && is_of_this_process())
        return NULL; /* libnccl-net-lazy.so calls a plugin built with the kit, and the other one
                        records */
    if (fd < 0) {
        int error = errno;

        lazynccl_net_warn("nothing is recorded: %s: %s%s", path, strerror(error),
                          error == EEXIST && strcmp(path, name) == 0
                              ? "; %p in the name is the process's number"
                              : "");
        return NULL;
    }
    __atomic_store_n(&lazynccl_record_on, 1, __ATOMIC_RELEASE); /* so that failures are logged */
    return (struct lazynccl_record_head *)(void *)piece(0);
}
