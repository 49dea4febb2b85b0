/* Decides when a fallback value that is an answer may be returned, and ends the program if not.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/loader/missing.h"
#include "runtime/loader/variant.h"
#include <link.h>
#include <sys/auxv.h>
#include <unistd.h>

int lazynccl_withholds_answer(const lazynccl_library *library, int index,
                              const struct lazynccl_outcome *outcome)
{
    int row = library->trampolines->row_of_slot[index] - library->trampolines->texts;

    if (row < 0 || row >= library->trampolines->answers)
        return 0;
    if (!outcome || !outcome->handle)
        return !outcome || !outcome->missing;
    if (lazynccl_is_optional(library->description,
                             lazynccl_symbol_name(library->description, index)))
        return 0;
    if (lazynccl_has_newer_minor(library->description, index))
        return 0;
    return 1;
}

/* Returns 1 if this module is the program, at a fixed address or PIE, not a shared library. */
static int is_program(void)
{
    const ElfW(Ehdr) *head = (const void *)__ehdr_start;
    uintptr_t entry = getauxval(AT_ENTRY);

    return head && (entry == head->e_entry || entry - (uintptr_t)head == head->e_entry);
}

void lazynccl_check_answers(lazynccl_library *library, const struct lazynccl_outcome *outcome)
{
    const struct lazynccl_description *desc = library->description;

    if ((outcome && outcome->handle) || !is_program())
        return;
    for (int i = 0; i < desc->count; i++)
        if (lazynccl_symbol_name(desc, i) && lazynccl_withholds_answer(library, i, outcome)) {
            lazynccl_print_reason(library, i);
            _exit(127); /* as ld.so does */
        }
}
