/* The file format of a recording.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * The file is a header and `count` calls, in the order in which they returned. The rest is unused.
 * Numbers are little-endian. docs/plugins/use.md describes the format. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define LAZYNCCL_RECORD_MAGIC "lazynccl net\n\x1a"
#define LAZYNCCL_RECORD_VERSION 1

struct lazynccl_record_head {
    char magic[16];
    uint32_t version;
    uint32_t call_size; /* of struct lazynccl_record_call */
    uint64_t count;     /* number of calls; atomic while the process runs */
    uint64_t began;     /* seconds since 1970 */
    uint32_t process;
    uint16_t caller, plugin; /* interface versions */
    uint64_t unused[2];
};

enum lazynccl_record_kind {
    LAZYNCCL_RECORD_NOTHING, /* not written, because the process ended at this moment */
    LAZYNCCL_RECORD_INIT,
    LAZYNCCL_RECORD_FINALIZE,
    LAZYNCCL_RECORD_LISTEN,  /* tag: the device */
    LAZYNCCL_RECORD_CONNECT, /* connect or accept that returned a comm; tag: the device */
    LAZYNCCL_RECORD_ACCEPT,
    LAZYNCCL_RECORD_SEND,    /* isend that returned a request */
    LAZYNCCL_RECORD_RECEIVE, /* irecv that returned a request: one entry per message */
    LAZYNCCL_RECORD_FLUSH,   /* iflush that returned a request */
    LAZYNCCL_RECORD_DONE,    /* test that completed a request: one entry per message */
    LAZYNCCL_RECORD_CLOSE_SEND,
    LAZYNCCL_RECORD_CLOSE_RECEIVE,
    LAZYNCCL_RECORD_CLOSE_LISTEN,
    LAZYNCCL_RECORD_KINDS
};

#define LAZYNCCL_RECORD_UNKNOWN (((uint64_t)1 << 40) - 1) /* a size that test() did not tell */

struct lazynccl_record_call {
    uint64_t when : 48;   /* nanoseconds since the recording began */
    uint64_t thread : 16; /* numbered from 1 */
    uint64_t request;     /* the plugin's pointer */
    uint32_t comm;        /* numbered from 1; 0 if none or unknown */
    int32_t tag;
    uint64_t size : 40; /* of the message, or of the buffer for it */
    uint64_t kind : 8;
    uint64_t at : 8;    /* index of the message */
    uint64_t count : 8; /* messages in the call; for DONE, 0 if unknown */
};

_Static_assert(sizeof(struct lazynccl_record_head) == 64, "two calls");
_Static_assert(sizeof(struct lazynccl_record_call) == 32, "divides a page");
