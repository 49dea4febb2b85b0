/* Writes trampolines in each machine's code.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "standin/elf/code.h"
#include "standin/template/templates.h"
#include <elf.h>
#include <string.h>

static void put(unsigned char *to, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        to[i] = (unsigned char)(value >> 8 * i);
}

/* Returns the address to which the trampoline of a slot jumps in a tracing stand-in. */
static uint64_t tracer_of(size_t i, const struct code_places *at)
{
    return i < at->recipe_count && at->recipes[i].call ? at->called : at->traced;
}

#ifdef STANDIN_TEMPLATE_X86_64
/* endbr64; mov $i, %r11d; jmp next */
static void write_jump(unsigned char *to, uint64_t address, size_t i, uint64_t next)
{
    memcpy(to, "\xf3\x0f\x1e\xfa\x41\xbb----\xe9----\x90", 16);
    put(to + 6, (uint32_t)i);
    put(to + 11, (uint32_t)(next - (address + 15)));
}

/* endbr64; jmp *slot(%rip)   and   endbr64; mov $i, %r11d; jmp first */
static void write_x86_64(unsigned char *text, size_t i, const struct code_places *at)
{
    unsigned char *jump = text + 16 * i, *entry = text + 16 * (at->count + i);
    uint64_t slot = at->slots + 8 * i;

    write_jump(entry, at->text + (uint64_t)(entry - text), i, at->first);
    if (at->recipes) {
        write_jump(jump, at->text + 16 * i, i, tracer_of(i, at));
        return;
    }
    memcpy(jump, "\xf3\x0f\x1e\xfa\xff\x25----\x66\x0f\x1f\x44\0", 16);
    put(jump + 6, (uint32_t)(slot - (at->text + 16 * i + 10)));
}
#endif

#ifdef STANDIN_TEMPLATE_AARCH64
/* bti c; adrp x16, slot; add x16, x16, :lo12:slot; ldar x17, [x16]; br x17 */
static void write_aarch64(unsigned char *text, size_t i, const struct code_places *at)
{
    uint64_t slot = at->slots + 8 * i, here = at->text + 20 * i + 4; /* the address of adrp */
    uint32_t page = (uint32_t)((slot >> 12) - (here >> 12));
    uint32_t code[] = {0xd503245f, 0x90000010 | (page & 3) << 29 | (page >> 2 & 0x7ffff) << 5,
                       0x91000210 | (uint32_t)(slot & 0xfff) << 10, 0xc8dffe11, 0xd61f0220};

    if (at->recipes) /* b */
        code[3] = 0x14000000 | ((uint32_t)((tracer_of(i, at) - (here + 8)) >> 2) & 0x3ffffff);
    for (size_t word = 0; word < 5; word++)
        put(text + 20 * i + 4 * word, code[word]);
}
#endif

#ifdef STANDIN_TEMPLATE_RISCV64
/* auipc t0, slot; addi t0, t0, slot; ld t1, (t0); fence r, rw; jr t1 */
static void write_riscv64(unsigned char *text, size_t i, const struct code_places *at)
{
    uint32_t far = (uint32_t)(at->slots + 8 * i - (at->text + 20 * i));
    uint32_t code[] = {0x00000297 | ((far + 0x800) & 0xfffff000), 0x00028293 | far << 20,
                       0x0002b303, 0x0230000f, 0x00030067};

    if (at->recipes) { /* auipc t1; jr t1 */
        uint32_t next = (uint32_t)(tracer_of(i, at) - (at->text + 20 * i + 8));

        code[2] = 0x00000317 | ((next + 0x800) & 0xfffff000);
        code[3] = 0x00030067 | next << 20;
    }
    for (size_t word = 0; word < 5; word++)
        put(text + 20 * i + 4 * word, code[word]);
}
#endif

#define TEMPLATE(name)                                                                             \
    {                                                                                              \
        name, sizeof name                                                                          \
    }

static const struct code_machine rows[] = {
#ifdef STANDIN_TEMPLATE_X86_64
    {EM_X86_64, R_X86_64_RELATIVE, 16, 16, TEMPLATE(template_x86_64),
     TEMPLATE(template_traced_x86_64), write_x86_64},
#endif
#ifdef STANDIN_TEMPLATE_AARCH64
    {EM_AARCH64, R_AARCH64_RELATIVE, 20, 0, TEMPLATE(template_aarch64),
     TEMPLATE(template_traced_aarch64), write_aarch64},
#endif
#ifdef STANDIN_TEMPLATE_RISCV64
    {EM_RISCV, R_RISCV_RELATIVE, 20, 0, TEMPLATE(template_riscv64),
     TEMPLATE(template_traced_riscv64), write_riscv64},
#endif
};

const struct code_machine *code_machine_of(int machine)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].machine == machine)
            return &rows[i];
    return NULL;
}

/* On aarch64 and riscv64 the trampoline leaves its slot's address in a register, so the slot leads
 * directly to the common first-call routine. */
uint64_t code_entry(const struct code_machine *row, size_t i, const struct code_places *at)
{
    return row->entry ? at->text + row->stride * at->count + row->entry * i : at->first;
}
