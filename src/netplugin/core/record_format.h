/* The file of a recording.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * The file is a head and as many calls as its `count` says, in the order in which they returned;
 * what follows is unused. Numbers are little-endian. docs/plugins/use.md describes it. */
#ifndef LAZYNCCL_NETPLUGIN_CORE_RECORD_FORMAT_H
#define LAZYNCCL_NETPLUGIN_CORE_RECORD_FORMAT_H

#include <stddef.h>
#include <stdint.h>

#define LAZYNCCL_RECORD_MAGIC "lazynccl net\n\x1a"
#define LAZYNCCL_RECORD_VERSION 1

struct lazynccl_record_head {
    char magic[16];
    uint32_t version;
    uint32_t call_size; /* of struct lazynccl_record_call */
    uint64_t count;     /* calls; atomic while the process lives */
    uint64_t began;     /* seconds since 1970 */
    uint32_t process;
    uint16_t caller, plugin; /* versions of the interface */
    uint64_t unused[2];
};

enum lazynccl_record_kind {
    LAZYNCCL_RECORD_NOTHING, /* not written: the process ended at this moment */
    LAZYNCCL_RECORD_INIT,
    LAZYNCCL_RECORD_FINALIZE,
    LAZYNCCL_RECORD_LISTEN,  /* tag: the device */
    LAZYNCCL_RECORD_CONNECT, /* when it gives a comm, and so accept; tag: the device */
    LAZYNCCL_RECORD_ACCEPT,
    LAZYNCCL_RECORD_SEND,    /* isend, when it gives a request */
    LAZYNCCL_RECORD_RECEIVE, /* irecv, the same: one for each of its messages */
    LAZYNCCL_RECORD_FLUSH,   /* iflush, the same */
    LAZYNCCL_RECORD_DONE,    /* test, when the request is done: one for each of its messages */
    LAZYNCCL_RECORD_CLOSE_SEND,
    LAZYNCCL_RECORD_CLOSE_RECEIVE,
    LAZYNCCL_RECORD_CLOSE_LISTEN,
    LAZYNCCL_RECORD_KINDS
};

#define LAZYNCCL_RECORD_UNKNOWN (((uint64_t)1 << 40) - 1) /* a size that test() did not tell */

struct lazynccl_record_call {
    uint64_t when : 48;   /* nanoseconds since the recording began */
    uint64_t thread : 16; /* from 1 on */
    uint64_t request;     /* the plugin's */
    uint32_t comm;        /* from 1 on; 0: none, or not known */
    int32_t tag;
    uint64_t size : 40; /* of the message, or the room for it */
    uint64_t kind : 8;
    uint64_t at : 8;    /* the message's place among */
    uint64_t count : 8; /* this many of the call; of DONE 0: not known */
};

_Static_assert(sizeof(struct lazynccl_record_head) == 64, "two calls");
_Static_assert(sizeof(struct lazynccl_record_call) == 32, "divides a page");

#endif
