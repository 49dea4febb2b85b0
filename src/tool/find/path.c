/* lazynccl find --path and --export: the path alone, for scripts.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/find/path.h"
#include "common/text/memory.h"
#include "common/text/safe.h"
#include <sys/stat.h>

/* Returns 1 if other users can write to the file, or to a folder of this path that has no sticky
 * bit: they could replace the file after the path is printed. */
static int others_can_write(const char *path)
{
    OWNED(memory) char *part = memory_copy(path);
    struct stat facts;

    for (char *end = part; *end;) {
        end += strspn(end, "/");
        end += strcspn(end, "/");
        char after = *end;
        *end = '\0';
        int writes = lstat(part, &facts) == 0 && facts.st_mode & S_IWOTH &&
                     !S_ISLNK(facts.st_mode) &&
                     !(S_ISDIR(facts.st_mode) && facts.st_mode & S_ISVTX);
        if (writes)
            return 1;
        *end = after;
    }
    return 0;
}

/* Says why a path is not printed, or NULL. */
static const char *fault_of(const char *path)
{
    OWNED(memory) char *real = realpath(path, NULL);

    for (const char *at = path; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7f || strchr(":'\"", *at))
            return "its path has a colon, a quote or a control character";
    if (others_can_write(path) || (real && others_can_write(real)))
        return "other users can replace the file";
    return NULL;
}

int find_path_add(struct strings *paths, const struct machine *machine,
                  const struct search_result *found, int named)
{
    const struct candidate *taken = search_result_taken(found);
    const char *name = found->library->name;
    const char *why = taken ? fault_of(taken->path) : "no file found";

    if (why) {
        safe_error("lazynccl find: %s: %s", name, why);
        return -1;
    }
    strings_print(paths, "%s%s%s", named ? name : "", named ? "=" : "",
                  machine_shown(machine, taken->path));
    return 0;
}
