/* Finds what an ELF file may pass to dlopen(): its strings that are SONAMEs.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/files/elf.h"
#include "common/files/elf_handle.h"
#include "common/text/memory.h"
#include "runtime/search/file_version.h"
#include <ctype.h>
#include <unistd.h>

#define CHUNK ((size_t)1 << 20) /* read at once: a file of NVIDIA's may have 600 MB */
#define LONGEST ((size_t)128)   /* of a name */
#define MOST 1000               /* names: only a file that was made for it has more */

static int in_name(char c)
{
    return isalnum((unsigned char)c) || (c && strchr("_+-.%", c));
}

/* The length of what follows a name's ".so" up to its NUL, or -1: ".1.2", ".%d". */
static int suffix_length(const char *text, size_t room)
{
    size_t n = 0;

    while (n < room && (isdigit((unsigned char)text[n]) || (text[n] && strchr(".%ds", text[n]))))
        n++;
    return n < room && !text[n] && (n == 0 || *text == '.') ? (int)n : -1;
}

/* Returns the next ".so", or NULL. Most bytes are of GPU code, which memchr() passes over faster
 * than memmem() does for so short a text. */
static const char *next_so(const char *at, const char *end)
{
    while (end - at > 2 && (at = memchr(at, '.', (size_t)(end - at - 2)))) {
        if (at[1] == 's' && at[2] == 'o')
            return at;
        at++;
    }
    return NULL;
}

/* Adds the name around a ".so", if it is a whole string or, unless `bare`, the end of a path. */
static void add_name(const char *start, const char *at, const char *end, int bare,
                     struct strings *names)
{
    int suffix = suffix_length(at + 3, (size_t)(end - at - 3));
    const char *name = at;

    while (name > start && in_name(name[-1]) && (size_t)(at - name) < LONGEST)
        name--;
    if (suffix < 0 || strncmp(name, "lib", 3) != 0 || at - name < 4 ||
        (name > start && name[-1] && (bare || name[-1] != '/')))
        return;
    OWNED(memory) char *copy = memory_copy_part(name, (size_t)(at - name) + 3 + (size_t)suffix);

    strings_add_once(names, copy);
}

/* Reads the bytes from `start` to `stop`. Chunks overlap, so that no name is cut. */
static void read_part(int fd, uint64_t start, uint64_t stop, char *buffer, int bare,
                      struct strings *names)
{
    for (uint64_t from = start; from < stop && names->count < MOST; from += CHUNK) {
        off_t data = lazynccl_after_hole(fd, (off_t)from);

        if (data < 0)
            break;
        from = (uint64_t)data < stop ? (uint64_t)data : stop;
        uint64_t before = from - start < LONGEST ? from - start : LONGEST, rest = stop - from;
        size_t size = (size_t)((rest < CHUNK + LONGEST ? rest : CHUNK + LONGEST) + before);
        ssize_t got = pread(fd, buffer, size, (off_t)(from - before));
        const char *end = buffer + (got > 0 ? got : 0), *at = buffer;

        while ((at = next_so(at, end))) {
            if (at >= buffer + before || from == start)
                add_name(buffer, at, end, bare, names);
            at += 3;
        }
    }
}

int elf_file_imports_dlopen(const struct elf_file *file)
{
    for (size_t i = 0; i < file->symbol_count; i++)
        if (!file->symbols[i].defined && (strcmp(file->symbols[i].name, "dlopen") == 0 ||
                                          strcmp(file->symbols[i].name, "dlmopen") == 0))
            return 1;
    return 0;
}

struct strings elf_file_opens(const struct elf_file *file, int bare)
{
    OWNED(strings) struct strings found = {0};
    struct strings names = {0};
    const struct strings needed = {(char **)file->needed, file->needed_count};
    OWNED(memory) char *buffer = memory_get(CHUNK + 2 * LONGEST, 1);

    uint64_t done = 0; /* each byte is read once, however many parts map it */

    for (size_t i = 0; i < file->handle->part_count; i++) {
        const GElf_Phdr *part = &file->handle->parts[i];
        uint64_t start = part->p_offset > done ? part->p_offset : done,
                 stop = part->p_offset + part->p_filesz;

        if (part->p_type != PT_LOAD || stop <= start)
            continue;
        read_part(file->handle->fd, start, stop, buffer, bare, &found);
        done = stop;
    }
    for (size_t i = 0; i < found.count; i++)
        if (!strings_has(&needed, found.list[i]) &&
            (!file->soname || strcmp(found.list[i], file->soname) != 0))
            strings_print(&names, "%s", found.list[i]);
    strings_sort(&names);
    return names;
}
