/* The file in which a stand-in keeps the last calls of its library, for `lazynccl trace`.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * The file has a header, the names of the functions, and two rings of records: one of all calls,
 * and one that repeats the calls that make or destroy a handle, because readers need these to
 * understand the others. All threads of one process map the file and write to it without a lock.
 * Other processes may read it at the same time.
 *
 * The file is in memory of the node, because a call must not wait for a file system. The folder
 * that the user named gets a page for each process, before its first call. */
#pragma once

#include <stdint.h>

#define LAZYNCCL_RING_MAGIC "lazyring"
#define LAZYNCCL_RING_VERSION 2
#define LAZYNCCL_RING_RECORDS 65536   /* the default; a power of two */
#define LAZYNCCL_RING_LEAST 1024      /* the least, if memory is scarce */
#define LAZYNCCL_RING_MOST (1u << 24) /* 1 GiB */
#define LAZYNCCL_RING_KEPT 4096       /* in the second ring: calls with their returns */
#define LAZYNCCL_RING_WORDS 5
#define LAZYNCCL_RING_PATH 4096 /* bytes of a path */

/* The arguments that a function's records contain. The assembly of trampolines reads `word`. */
struct lazynccl_recipe {
    uint8_t word[LAZYNCCL_RING_WORDS];      /* positions in the trampoline's saved words */
    uint8_t parameter[LAZYNCCL_RING_WORDS]; /* the parameter's number, from 1; 0: none */
    uint8_t call;   /* 1: C records the call, and its return, in both rings */
    uint8_t stack;  /* words of arguments on the stack, if `call` */
    uint8_t out;    /* word with the address of a handle to set, or LAZYNCCL_RECIPE_NONE */
    uint8_t hashed; /* bit i: word i is recorded as a hash of its struct, passed or pointed to */
    uint16_t bytes; /* the size of that struct */
};
#define LAZYNCCL_RECIPE_NONE 255

/* The folder of a user's rings, by the user's number. Only the user can read it. */
#define LAZYNCCL_RING_FOLDER "/dev/shm/lazynccl-%u"
#define LAZYNCCL_RING_SHARE 8 /* all rings of a user take at most 1/8 of the free space */

/* Whether a process records how far collectives are on the GPU. */
enum lazynccl_ring_completions {
    LAZYNCCL_COMPLETIONS_OFF,   /* nobody asked for it */
    LAZYNCCL_COMPLETIONS_ON,    /* yes, the stand-in is NCCL's profiler */
    LAZYNCCL_COMPLETIONS_ASIDE, /* no, because the user has a profiler */
};

/* The identity of a process. Unknown numbers of ranks are -1, unknown texts are "". */
struct lazynccl_identity {
    uint32_t process, user;
    uint64_t started;   /* field 22 of /proc/PID/stat */
    uint64_t namespace; /* of process IDs: inode of /proc/self/ns/pid; 0: unknown */
    uint64_t loaded;    /* when the process loaded the stand-in, in ns since 1970 */
    int32_t rank, ranks, local_rank;
    int32_t is_unrecorded; /* 1: there is no memory for its ring */
    int32_t is_job_of_run; /* 1: `lazynccl run` named the job; each host has another name */
    int32_t completions;   /* enum lazynccl_ring_completions */
    char host[64], boot[40], command[16], job[128]; /* boot: the kernel's boot_id */
    char folder[3072];                              /* the folder of the process's page */
};

/* The page of a process, a file PROCESS-HASH.rank in the folder that the user named. It exists once
 * the process has loaded a stand-in, even if the process never calls a function. */
#define LAZYNCCL_PAGE_MAGIC "lazyrank"
#define LAZYNCCL_PAGE_VERSION 1
struct lazynccl_page {
    char magic[8];
    uint32_t version, size;
    struct lazynccl_identity who;
};

/* One moment: the counter that records use, and two clocks. */
struct lazynccl_ring_time {
    uint64_t counter, monotonic, real; /* the clocks, in ns */
};

/* All numbers are in the byte order of the machine, which is little-endian. */
struct lazynccl_ring {
    char magic[8];
    uint32_t version;
    uint32_t machine;     /* EM_X86_64, … */
    uint32_t functions;   /* the number of functions */
    uint32_t profiler;    /* the version of the profiler that NCCL has started here; 0: none */
    uint64_t names;       /* offset of the names, each with its NUL */
    uint64_t size;        /* the size of the file, in bytes */
    uint64_t recipes;     /* offset of a struct lazynccl_recipe for each function */
    uint64_t opened;  /* offset of the path of the library's file; 0: ring of an older release */
    uint64_t is_open; /* 1 once that path is there */
    /* A cache line that threads share: offset 64. */
    uint64_t next;      /* calls so far */
    uint64_t mask;      /* the number of records in the first ring, less 1 */
    uint64_t records;   /* offset of the first ring */
    uint64_t kept_next; /* calls so far in the second ring */
    uint64_t kept;      /* offset of the second ring */
    uint64_t progress;  /* offset of a struct lazynccl_ring_progress for each record, or 0 */
    uint64_t shared[2]; /* unused: fills the line */
    struct lazynccl_ring_time first, last; /* two moments, which give the counter's rate */
    char soname[128];
    struct lazynccl_identity who;
};

/* 64 bytes. `check` is 0 while the record is being written, and is set last. Its lower half is the
 * sequence number of the call, from 1; its upper half is a sum of all other members and this
 * number, by which readers detect a record that two threads have written. The sum is rotated before
 * each word, or equal differences in two words (stack addresses of two threads) would cancel. */
struct lazynccl_ring_record {
    uint64_t check;
    uint64_t thread; /* the thread pointer's lower 48 bits; above them the function's number, with
                        LAZYNCCL_RING_RETURN in the record of a return, where words[0] is the
                        result and words[1] the handle that the call set */
    uint64_t words[LAZYNCCL_RING_WORDS];
    uint64_t counter; /* the time counter */
};
#define LAZYNCCL_RING_RETURN 0x8000
#define LAZYNCCL_RING_FUNCTIONS 0x8000 /* at most as many are traced */

/* The GPU's progress in the collective whose record has the same index. The 8 bytes are written
 * atomically. A collective of a CUDA graph starts again whenever the graph is launched. */
struct lazynccl_ring_progress {
    uint32_t sequence; /* lower half of the call's; if it is not the record's, all is unknown */
    uint8_t channels;  /* number of GPU channels, and LAZYNCCL_PROGRESS_CAPTURED; 0: unknown */
    uint8_t started;   /* how many of these channels have started */
    uint8_t stopped;   /* how many of these channels have stopped */
    uint8_t launches;  /* how often the kernel was launched, modulo 256 */
};
#define LAZYNCCL_PROGRESS_CAPTURED 0x80 /* the collective is in a CUDA graph */

/* Returns `check` for a record whose other members are set. */
static inline uint64_t lazynccl_ring_check(const struct lazynccl_ring_record *record,
                                           uint32_t sequence)
{
    uint64_t all = record->thread;

    for (int i = 0; i < LAZYNCCL_RING_WORDS; i++)
        all = (all >> 13 | all << 51) ^ record->words[i];
    all = (all >> 13 | all << 51) ^ record->counter;
    return (all ^ all >> 32 ^ sequence) << 32 | sequence;
}
