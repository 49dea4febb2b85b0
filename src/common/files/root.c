/* Follows links as if a folder were /.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/files/root.h"
#include "common/text/memory.h"
#include "common/text/strings.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_LINKS 40       /* as many as Linux follows */
#define MOST_TEXT (8 << 20) /* no configuration file is larger */
#define PIECE (64 << 10)    /* the kernel refuses to read much of /proc/sys at once */

static int fail(int error)
{
    errno = error;
    return -1;
}

/* Removes the last element of a path. Returns -1 if it has none. */
static int drop_last(char *path)
{
    char *last = strrchr(path, '/');

    *(last ? last : path) = '\0';
    return last ? 0 : -1;
}

/* Replaces the part of the path before `rest` by the target of a link. */
static int enter_link(char todo[PATH_MAX], const char *target, size_t size, const char *rest)
{
    size_t left = strlen(rest);

    if (size + left >= PATH_MAX)
        return fail(ENAMETOOLONG);
    memmove(todo + size, rest, left + 1);
    memcpy(todo, target, size);
    return 0;
}

/* Resolves the links of a path inside the root; `done` gets the result, with the root in front.
 * Returns 1 if the kernel, which has another root, would resolve the path differently, else 0; -1
 * and errno if the path cannot be resolved. */
static int follow(const char *root, const char *path, char done[PATH_MAX])
{
    char todo[PATH_MAX], target[PATH_MAX];
    size_t start = strlen(root), length;
    int astray = 0, links = 0;

    if (start + strlen(path) >= PATH_MAX)
        return fail(ENAMETOOLONG);
    strcpy(done, root);
    strcpy(todo, path);
    for (char *at = todo; *(at += strspn(at, "/")); at += length) {
        size_t here = strlen(done), left;

        length = strcspn(at, "/");
        left = strlen(at + length);
        if (length == 1 && *at == '.')
            continue;
        if (length == 2 && strncmp(at, "..", 2) == 0) {
            if (drop_last(done + start) != 0)
                astray = 1;
            continue;
        }
        if (here + 1 + length + left >= PATH_MAX)
            return fail(ENAMETOOLONG);
        snprintf(done + here, PATH_MAX - here, "/%.*s", (int)length, at);
        ssize_t size = readlink(done, target, sizeof target);
        if (size < 0 && errno == EINVAL) /* no link */
            continue;
        if (size < 0) { /* missing or unreadable: open() will fail there as well */
            strcat(done, at + length);
            break;
        }
        if (++links > MOST_LINKS)
            return fail(ELOOP);
        if (enter_link(todo, target, (size_t)size, at + length) != 0)
            return -1;
        at = todo;
        length = 0;
        if (*target == '/')
            astray = 1;
        done[*target == '/' ? start : here] = '\0';
    }
    return astray;
}

char *root_absolute(const char *root, const char *path)
{
    char here[PATH_MAX] = "";

    if (*path != '/' && !*root && !getcwd(here, sizeof here))
        return NULL;
    char *whole = *path == '/' ? memory_copy(path) : memory_print("%s/%s", here, path);
    if (!(strstr(whole, "/./") || strstr(whole, "/../")))
        return whole;
    OWNED(memory) char *written = whole, *folder = memory_folder(whole);
    OWNED(memory) char *real = folder ? root_real(root, folder) : NULL;
    return memory_print("%s/%s",
                        !real                    ? folder
                        : strcmp(real, "/") == 0 ? ""
                                                 : real,
                        strings_base_name(path));
}

char *root_inside(const char *root, char *path)
{
    char done[PATH_MAX];

    if (!path || !*root)
        return path;
    OWNED(memory) char *asked = path;
    int astray = follow(root, asked, done);
    if (astray < 0)
        return NULL;
    return astray ? memory_copy(done)
                  : memory_print("%s%s%s", root, *asked == '/' ? "" : "/", asked);
}

char *root_text(const char *root, const char *path)
{
    OWNED(memory) char *whole = root_inside(root, memory_copy(path));
    int fd = whole ? open(whole, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) : -1;
    char *text = NULL;
    size_t size = 0;
    struct stat facts;
    ssize_t got = -1;

    if (fd < 0)
        return NULL;
    if (fstat(fd, &facts) == 0 && !S_ISREG(facts.st_mode))
        errno = EINVAL;
    else /* to the end, because files of /proc have the size 0 */
        do {
            text = memory_check(realloc(text, size + PIECE + 1));
            got = read(fd, text + size, PIECE);
            size += got > 0 ? (size_t)got : 0;
        } while (got > 0 && size < MOST_TEXT);
    close(fd);
    if (got < 0) {
        free(text);
        return NULL;
    }
    text[size] = '\0';
    return text;
}

char *root_real(const char *root, const char *path)
{
    char done[PATH_MAX];

    if (!*root)
        return realpath(path, NULL);
    if (follow(root, path, done) < 0 || access(done, F_OK) != 0)
        return NULL;
    return memory_copy(done[strlen(root)] ? done + strlen(root) : "/");
}
