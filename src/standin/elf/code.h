/* Lists the machines that stand-ins can be made for, and writes their machine code.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "standin/template/ring.h"
#include <stddef.h>
#include <stdint.h>

struct code_places {
    uint64_t text;  /* the address of the trampolines */
    uint64_t slots; /* the address of the slots */
    uint64_t first; /* the address of the routine of all first calls */
    size_t count;   /* functions; those that return error texts count twice */
    /* If `recipes` is not NULL, the stand-in traces: trampolines do not jump through their slots,
     * but to `called` if their recipe has `call`, and to `traced` otherwise. */
    uint64_t traced, called;
    const struct lazynccl_recipe *recipes;
    size_t recipe_count;
};

struct code_machine {
    int machine;          /* EM_X86_64, … */
    unsigned relative;    /* the type of a relocation that adds the load address */
    size_t stride;        /* bytes of a trampoline */
    size_t entry;         /* bytes of a first-call entry; 0: all slots begin with `first` */
    struct code_template {
        const unsigned char *at; /* an ELF file */
        size_t size;
    } plain, traced;
    /* Writes the trampoline and the first-call entry of slot `i` into `text`, the whole section. */
    void (*write)(unsigned char *text, size_t i, const struct code_places *);
};

/* Returns the row of a machine, or NULL if the machine has no template. */
const struct code_machine *code_machine_of(int machine);

/* Returns the initial value of slot `i`: the address of its first-call code. */
uint64_t code_entry(const struct code_machine *, size_t i, const struct code_places *);
