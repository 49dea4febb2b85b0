/* Decides what may be taken that no setting names: by root, nothing that others can change.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/trust.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

/* 1 if only their owners and root can write to the folders that the search went up. They are looked
 * at when there is something to take. */
static int is_private_above(struct lazynccl_search *s)
{
    char *folder = lazynccl_arena_print(&s->arena, "%s", s->above);

    for (size_t length; (length = lazynccl_folder_length(folder)) >= s->highest;) {
        folder[length] = '\0';
        errno = 0;
        if (lazynccl_folder_private(LAZYNCCL_AT(s, folder)))
            continue;
        if (lazynccl_is_transient(errno))
            lazynccl_give_up(s, folder, errno);
        lazynccl_note(s, "%s: not searched: others can write there", folder);
        s->refused = 1;
        s->above = NULL;
        return 0;
    }
    return 1;
}

int lazynccl_is_trusted(struct lazynccl_search *s, const char *path)
{
    char *part = lazynccl_arena_print(&s->arena, "%s", path);
    unsigned owner, foreign = 0;
    int root = geteuid() == 0;

    if (s->above && !is_private_above(s))
        return 0;
    for (size_t length = strlen(part); length > 0; length = lazynccl_folder_length(part)) {
        part[length] = '\0';
        switch (lazynccl_writable_by_others(LAZYNCCL_AT(s, part), &owner)) {
        case -1:
            if (lazynccl_is_transient(errno))
                lazynccl_give_up(s, part, errno);
            return !s->stop;
        case 1:
            lazynccl_add_note(s, root, "%s: %sothers can write to %s", path,
                              root ? "refused: " : "", part);
            s->refused |= root;
            return !root;
        }
        foreign = foreign || owner == geteuid() ? foreign : owner;
    }
    if (foreign)
        lazynccl_note(s, "%s: belongs to user %u", path, foreign);
    return 1;
}
