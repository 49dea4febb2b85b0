/* The file in which a stand-in keeps the last calls of its library, for `lazynccl trace`.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * A header, the names of the functions, and two rings of records: of all calls, and once more of
 * those that make or destroy a handle, without which the others could not be understood. It is
 * mapped by all threads of one process, which write to it without a lock; readers in other
 * processes read while they write.
 *
 * The file is in memory of the node, because a call must not wait for a file system. The folder
 * that the user named has a page for each process, from before its first call. */
#pragma once

#include <stdint.h>

#define LAZYNCCL_RING_MAGIC "lazyring"
#define LAZYNCCL_RING_VERSION 2
#define LAZYNCCL_RING_RECORDS 65536   /* the default; a power of two */
#define LAZYNCCL_RING_LEAST 1024      /* of a ring that is shortened, because memory is small */
#define LAZYNCCL_RING_MOST (1u << 24) /* 1 GiB */
#define LAZYNCCL_RING_KEPT 4096       /* of calls that are recorded with their return, once more */
#define LAZYNCCL_RING_WORDS 5
#define LAZYNCCL_RING_PATH 4096 /* bytes of a path */

/* The arguments that a function's records contain. The assembly of trampolines reads `word`. */
struct lazynccl_recipe {
    uint8_t word[LAZYNCCL_RING_WORDS];      /* positions in the trampoline's saved words */
    uint8_t parameter[LAZYNCCL_RING_WORDS]; /* the parameter's number, from 1; 0: none */
    uint8_t call;   /* 1: C records the call, and its return, in both rings */
    uint8_t stack;  /* words of arguments on the stack, if `call` */
    uint8_t out;    /* the word that points to a handle that it sets; LAZYNCCL_RECIPE_NONE */
    uint8_t hashed; /* bit i: of word i there is a hash of the struct that it is or points to */
    uint16_t bytes; /* of that struct */
};
#define LAZYNCCL_RECIPE_NONE 255

/* In /dev/shm, with the number of the user; only the user can read it. */
#define LAZYNCCL_RING_FOLDER "/dev/shm/lazynccl-%u"
#define LAZYNCCL_RING_SHARE 8 /* all rings of a user take at most this part of the free space */

/* Whether a process records how far collectives are on the GPU. */
enum lazynccl_ring_completions {
    LAZYNCCL_COMPLETIONS_OFF,   /* nobody asked for it */
    LAZYNCCL_COMPLETIONS_ON,    /* as NCCL's profiler */
    LAZYNCCL_COMPLETIONS_ASIDE, /* no, because the user has a profiler */
};

/* The identity of a process. Unknown numbers of ranks are -1, unknown texts are "". */
struct lazynccl_identity {
    uint32_t process, user;
    uint64_t started;   /* as field 22 of /proc/PID/stat has it */
    uint64_t namespace; /* of process IDs: the inode of /proc/self/ns/pid; 0: unknown */
    uint64_t loaded;    /* when it loaded the stand-in, in ns since 1970 */
    int32_t rank, ranks, local_rank;
    int32_t is_unrecorded; /* 1: there is no memory for its ring */
    int32_t is_job_of_run; /* 1: `lazynccl run` named the job, on each host by another name */
    int32_t completions;   /* enum lazynccl_ring_completions */
    char host[64], boot[40], command[16], job[128];
    char folder[3072]; /* where its page is */
};

/* A process's page: PROCESS-HASH.rank. It is in its folder if the process has loaded a stand-in,
 * whether or not it has called a function. */
#define LAZYNCCL_PAGE_MAGIC "lazyrank"
#define LAZYNCCL_PAGE_VERSION 1
struct lazynccl_page {
    char magic[8];
    uint32_t version, size;
    struct lazynccl_identity who;
};

/* A time by the counter that records have, and by clocks. */
struct lazynccl_ring_time {
    uint64_t counter, monotonic, real; /* clocks in ns */
};

/* All numbers are in the byte order of the machine, which is little-endian. */
struct lazynccl_ring {
    char magic[8];
    uint32_t version, machine; /* EM_X86_64, … */
    uint32_t functions;
    uint32_t profiler;    /* the version of the profiler that NCCL has started here; 0: none */
    uint64_t names, size; /* where they are, each with its NUL; the file's bytes */
    uint64_t recipes;     /* a struct lazynccl_recipe for each function */
    uint64_t opened;      /* where the path of the library's file is; 0: of an older release */
    uint64_t is_open;     /* 1 once that path is there */
    /* A cache line that threads share: offset 64. */
    uint64_t next, mask, records; /* calls so far; size of their ring - 1; its offset */
    uint64_t kept_next, kept; /* next and records of a ring of calls that make or destroy handles */
    uint64_t progress;        /* where a struct lazynccl_ring_progress for each record is, or 0 */
    uint64_t shared[2];       /* unused: fills the line */
    struct lazynccl_ring_time first, last; /* at two times, which tell the counter's rate */
    char soname[128];
    struct lazynccl_identity who;
};

/* 64 bytes. Word 0 is written last: the sequence number of the call, from 1, in its lower half, and
 * in its upper a check of all other words and of that number, so that a record that two threads
 * have written shows. The sum is rotated before each word: equal differences in two words, such as
 * of addresses on the stacks of threads, would cancel otherwise. 0: it is being written. */
struct lazynccl_ring_record {
    uint64_t check;
    uint64_t thread; /* the thread pointer's lower 48 bits; above them the function's number, and
                        LAZYNCCL_RING_RETURN if it has returned: then word 0 is the result, and
                        word 1 the handle that it has set */
    uint64_t words[LAZYNCCL_RING_WORDS];
    uint64_t counter; /* of time */
};
#define LAZYNCCL_RING_RETURN 0x8000
#define LAZYNCCL_RING_FUNCTIONS 0x8000 /* no more are traced */

/* How far the collective of the record at the same place is on the GPU: 8 bytes, which are written
 * at once. A collective of a CUDA graph starts again whenever the graph is launched. */
struct lazynccl_ring_progress {
    uint32_t sequence; /* the lower half of the call's; another one: nothing is known */
    uint8_t channels;  /* of the GPU that it takes, and LAZYNCCL_PROGRESS_CAPTURED; 0: unknown */
    uint8_t started, stopped; /* of these channels */
    uint8_t launches;         /* of its kernel */
};
#define LAZYNCCL_PROGRESS_CAPTURED 0x80 /* it is in a CUDA graph */

/* The check of a record that has all else. */
static inline uint64_t lazynccl_ring_check(const struct lazynccl_ring_record *record,
                                           uint32_t sequence)
{
    uint64_t all = record->thread;

    for (int i = 0; i < LAZYNCCL_RING_WORDS; i++)
        all = (all >> 13 | all << 51) ^ record->words[i];
    all = (all >> 13 | all << 51) ^ record->counter;
    return (all ^ all >> 32 ^ sequence) << 32 | sequence;
}
