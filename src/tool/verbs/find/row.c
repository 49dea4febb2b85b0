/* Shows one file that `find` came to.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/verbs/find/row.h"
#include "search/file_version.h"
#include "tool/text/memory.h"
#include <stdlib.h>
#include <string.h>

/* What people see of a path: only the folder, if the file has its usual name. To be freed. */
static char *folder_of(const struct find_view *view, const char *path)
{
    const char *name = strrchr(path, '/');
    int usual = 0;

    for (int i = 0; name && view->answer->library->sonames[i]; i++)
        usual |= strcmp(name + 1, view->answer->library->sonames[i]) == 0;
    return usual && !view->table->style->full_paths && name > path
               ? memory_copy_part(path, (size_t)(name - path))
               : memory_copy(path);
}

static char *proof_text(const struct find_view *view, const struct proof *proof)
{
    char version[LAZYNCCL_VERSION_TEXT];

    return !proof ? NULL
           : proof->failed
               ? memory_print("does not load: %s", proof->failed)
               : memory_print("loads as %s", lazynccl_version_text(view->answer->library,
                                                                   proof->version, version));
}

void find_row(const struct find_view *view, const char *key, const char *who,
              const struct candidate *look, const char *where, const char *said,
              const struct proof *proof)
{
    const struct lazynccl_description *is = view->answer->library;
    char text[LAZYNCCL_VERSION_TEXT], loaded[LAZYNCCL_VERSION_TEXT];
    const char *path = look->path ? machine_shown(view->at->machine, look->path) : NULL;
    const char *version = look->version ? lazynccl_version_text(is, look->version, text) : NULL;
    char *folder = path && !view->table->json ? folder_of(view, path) : NULL;
    char *proved = proof_text(view, proof);

    table_row(
        view->table, key,
        !path   ? "{who:9} {said~}\n"
        : where ? "{who:9} {shown}\t  {folder~}\t   {where}\t[   {said~}][   {proof}]\n"
                : "{who:9} {shown}\t  {folder~}\t[   {said~}]\n",
        CELL_SHOWN("who", who), CELL_SHOWN("shown", version ? version : "?"),
        CELL_SHOWN("folder", folder), CELL_SHOWN("where", where),
        CELL_SHOWN("said", said && *said ? said : NULL), CELL_SHOWN("proof", proved),
        CELL("place", look->place), CELL("path", path), CELL("version", version),
        CELL("outcome", look->outcome && *look->outcome ? look->outcome : NULL),
        CELL(proof ? "loaded_version" : NULL,
             proof && proof->version ? lazynccl_version_text(is, proof->version, loaded) : NULL),
        CELL("load_failed", proof ? proof->failed : NULL));
    free(folder);
    free(proved);
}
