/* Recognizes builds of lazynccl by their marker note.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/core/search.h"
#include <string.h>

LAZYNCCL_READS_LDSO
int lazynccl_is_build(const struct link_map *map)
{
    const char *start = (const char *)map->l_addr;
    const ElfW(Ehdr) *file = (const void *)start;
    const ElfW(Phdr) *part = (const void *)(start + file->e_phoff);

    for (int i = 0; i < file->e_phnum; i++, part++) {
        const char *note = start + part->p_vaddr, *end = note + part->p_memsz;

        while (part->p_type == PT_NOTE && end - note > (ptrdiff_t)sizeof(ElfW(Nhdr))) {
            const ElfW(Nhdr) *head = (const void *)note;

            note += sizeof *head;
            if (head->n_namesz == sizeof "lazynccl" && strcmp(note, "lazynccl") == 0)
                return 1;
            note += (head->n_namesz + 3) / 4 * 4 + (head->n_descsz + 3) / 4 * 4;
        }
    }
    return 0;
}
