/* Chooses the CUDA major, and opens what belongs to a library, in a small copy.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/search/path.h"
#include "runtime/core/search.h"
#include <stdio.h>
#include <stdlib.h>

static void refuse_major(struct lazynccl_search *s, const char *cuda)
{
    const char *only = lazynccl_arena_print(&s->arena, "%d", LAZYNCCL_CUDA_ONLY);

    lazynccl_note_mistake(s, "%s=%s: no %s of that major version is acceptable here",
                          cuda ? "LAZYNCCL_CUDA" : "LAZYNCCL_CUDA_ONLY", cuda ? cuda : only,
                          s->description->title);
}

/* Returns 1 if the user and the builder allow the CUDA major of a SONAME. */
static int is_open_to(const struct lazynccl_description *desc, const char *soname, int required)
{
    return lazynccl_is_built_for(desc, soname) &&
           (!required || lazynccl_cuda_of(desc, lazynccl_major_of(soname)) == required);
}

static int is_listed(const char *const *sonames, int count, const char *soname)
{
    while (count > 0 && sonames[count - 1] != soname)
        count--;
    return count;
}

/* Sets the acceptable SONAMEs, best first: of the preferred majors, then the others. */
static void lazynccl_order_sonames(struct lazynccl_search *s)
{
    const struct lazynccl_description *desc = s->description;
    int choose = lazynccl_cuda_of(desc, lazynccl_major_of(*desc->sonames)), count = 0;
    const char *cuda = choose ? lazynccl_setting(NULL, LAZYNCCL_CUDA) : NULL, *digits = cuda;
    int number = cuda ? lazynccl_number(&digits) : 0, required = number;
    const char **sonames = lazynccl_arena_take(&s->arena, 16 * sizeof *sonames);

    if (!sonames || !choose)
        return;
    if (cuda && (strlen(cuda) != 2 || *digits))
        required = -1;
    for (int round = 0; round <= s->prefers; round++)
        for (int i = 0; desc->sonames[i]; i++) {
            int major = lazynccl_cuda_of(desc, lazynccl_major_of(desc->sonames[i]));

            if (is_open_to(desc, desc->sonames[i], required) &&
                !is_listed(sonames, count, desc->sonames[i]) &&
                (round == s->prefers || major == s->prefer[round]))
                sonames[count++] = desc->sonames[i];
        }
    sonames[count] = NULL;
    s->sonames = sonames;
    s->stop = !count;
    if (count)
        s->names = *sonames;
    else
        refuse_major(s, cuda);
}

/* Opens the library's companion in the folder of a file. Returns 1 if it is there. */
static int open_beside(struct lazynccl_search *s, const char *file, const char *name)
{
    const char *path = lazynccl_arena_print(&s->arena, "%.*s/%s",
                                            (int)lazynccl_folder_length(file), file, name);
    int found = lazynccl_exists(path);

    if (found)
        lazynccl_note(s, "%s: %s", path,
                      dlopen(path, LAZYNCCL_DLOPEN) ? "opened with it" : "cannot be opened");
    return found;
}

/* Opens the companion next to the library, because the library's own search would miss it. If the
 * library is a link, also looks next to its target. */
static void lazynccl_open_with_companion(struct lazynccl_search *s, const char *file)
{
    const char *form = s->description->companion;
    int version = s->outcome->version;
    char name[128], *real;

    if (!form || !version)
        return;
    snprintf(name, sizeof name, form, version / 10000, version / 100 % 100);
    if (open_beside(s, file, name))
        return;
    real = realpath(file, NULL);
    if (!real || !open_beside(s, real, name))
        lazynccl_note(s, "%s is missing next to it: it may fail to find one", name);
    free(real);
}
