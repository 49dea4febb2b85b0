/* What a stand-in says of itself: the writer fills it in, the first call reads it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_STANDIN_CONF_H
#define LAZYNCCL_STANDIN_CONF_H

#include <stdint.h>

#define LAZYNCCL_STANDIN_MAGIC "standin1"
#define LAZYNCCL_STANDIN_NOTE 256 /* bytes of the .note.dlopen's text */

/* Offsets count from the start of this, so that nothing in it is relocated. The texts lie here and
 * not in .dynstr, because patchelf moves that, and changes a SONAME there. */
struct lazynccl_standin_conf {
    char magic[8];
    int32_t text, first;       /* trampolines, the routine of all first calls */
    uint32_t stride;           /* bytes of a trampoline */
    uint32_t count;            /* of trampolines and slots */
    uint32_t imports, exports; /* dynamic symbols: first the imported ones, then these */
    char soname[128];
    char wheels[2][96]; /* folders below site-packages that hold it; "": none */
    char package[64];   /* PyPI's name; "": not known */
    char source[96];    /* what it was made from: "nvidia-cublas 13.4.1.3" */
};

#endif
