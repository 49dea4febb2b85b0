/* The machines that stand-ins can be made for, and their machine code.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "standin/template/ring.h"
#include <stddef.h>
#include <stdint.h>

struct code_places {
    uint64_t text, slots, first; /* addresses: trampolines, slots, the routine of all first calls */
    size_t count;                /* of functions, some of them twice */
    /* In a tracing stand-in, the address to which trampolines lead in place of their slots, and the
     * trampolines that lead to `called`; NULL: it does not trace. */
    uint64_t traced, called;
    const struct lazynccl_recipe *recipes;
    size_t recipe_count;
};

struct code_machine {
    int machine;          /* EM_X86_64, … */
    unsigned relative;    /* the type of a relocation that adds the load address */
    size_t stride, entry; /* bytes of a trampoline, and of the entry at which its slot starts */
    struct code_template {
        const unsigned char *at; /* an ELF file */
        size_t size;
    } plain, traced;
    /* writes trampoline and entry number `i` into a copy of the whole text */
    void (*write)(unsigned char *text, size_t i, const struct code_places *);
};

/* NULL if the machine has no template. */
const struct code_machine *code_machine_of(int machine);

/* The initial value of slot `i`. */
uint64_t code_entry(const struct code_machine *, size_t i, const struct code_places *);
