/* Reads DT_NEEDED of a file that the dynamic linker cannot open and looks for each library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/lazy/needed.h"
#include "runtime/search/ldso.h"
#include "runtime/search/path.h"
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct file {
    const char *bytes; /* mapped contents */
    size_t size;
    const Elf64_Phdr *parts;
    int part_count;
};

static const void *at(const struct file *file, Elf64_Off offset, size_t size)
{
    return offset <= file->size && size <= file->size - offset ? file->bytes + offset : NULL;
}

/* Returns the string at an address in a segment, or NULL. */
static const char *string_at(const struct file *file, Elf64_Addr address)
{
    for (int i = 0; i < file->part_count; i++) {
        const Elf64_Phdr *part = &file->parts[i];
        Elf64_Off inside = address - part->p_vaddr;
        const char *text;

        if (part->p_type != PT_LOAD || address < part->p_vaddr || inside >= part->p_filesz)
            continue;
        text = at(file, part->p_offset + inside, 1);
        if (text && memchr(text, '\0', (size_t)(file->bytes + file->size - text)))
            return text;
    }
    return NULL;
}

static int read_file(const char *path, struct file *file)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    off_t size = fd < 0 ? -1 : lseek(fd, 0, SEEK_END);
    const Elf64_Ehdr *head;

    memset(file, 0, sizeof *file);
    if (size > 0) {
        file->bytes = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0);
        file->size = file->bytes == MAP_FAILED ? 0 : (size_t)size;
    }
    if (fd >= 0)
        close(fd);
    head = at(file, 0, sizeof *head);
    if (!head || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 ||
        head->e_ident[EI_CLASS] != ELFCLASS64)
        return -1;
    file->part_count = head->e_phnum;
    file->parts = at(file, head->e_phoff, head->e_phnum * sizeof *file->parts);
    return file->parts ? 0 : -1;
}

/* Returns 1 if a folder of the file's run path has the library. $ORIGIN is the file's folder. */
static int in_run_path(const char *folders, const char *path, const char *soname)
{
    char *rest = folders ? strdup(folders) : NULL, *all = rest, *folder;
    size_t origin = lazynccl_folder_length(path);
    int found = 0;

    while (!found && origin && rest && (folder = strsep(&rest, ":"))) {
        size_t skip = strncmp(folder, "$ORIGIN", 7) == 0     ? 7
                      : strncmp(folder, "${ORIGIN}", 9) == 0 ? 9
                                                             : 0;
        char *file = NULL;

        if (asprintf(&file, "%.*s%s/%s", skip ? (int)origin : 0, path, folder + skip, soname) < 0)
            break;
        found = access(file, R_OK) == 0;
        free(file);
    }
    free(all);
    return found;
}

/* Returns 1 if ld.so would find the library. Does not open it, which would run its constructors. */
static int exists(const struct lazynccl_view *view, const char *soname)
{
    struct lazynccl_view files = *view;
    struct lazynccl_arena arena = {0};
    struct lazynccl_walk walk;
    enum lazynccl_via via;
    int found;

    files.walk = 1; /* walks the folders, and never asks ld.so */
    files.caller = NULL;
    lazynccl_walk_begin(&walk, &files, soname, &arena);
    found = lazynccl_walk_next(&walk, &via) != NULL;
    lazynccl_arena_free(&arena);
    return found;
}

/* Returns the file's dynamic section and the number of its entries, or NULL. */
static const Elf64_Dyn *find_dynamic(const struct file *file, size_t *entries)
{
    for (int i = 0; i < file->part_count; i++)
        if (file->parts[i].p_type == PT_DYNAMIC) {
            *entries = file->parts[i].p_filesz / sizeof(Elf64_Dyn);
            return at(file, file->parts[i].p_offset, *entries * sizeof(Elf64_Dyn));
        }
    return NULL;
}

/* Appends the library's name, and whether it is found. */
static void add_library(char *text, size_t size, const char *soname, int found)
{
    size_t n = strlen(text);

    snprintf(text + n, size - n, "%s%s%s", n ? ", " : "", soname, found ? "" : " (not found)");
}

void lazynccl_net_needed(const struct lazynccl_view *view, const char *path, char *text,
                         size_t size)
{
    const Elf64_Dyn *dynamic = NULL;
    Elf64_Addr strings = 0, folders = 0;
    struct file file;
    size_t entries = 0;
    const char *named;

    *text = '\0';
    if (read_file(path, &file) == 0)
        dynamic = find_dynamic(&file, &entries);
    for (size_t i = 0; dynamic && i < entries; i++) {
        if (dynamic[i].d_tag == DT_STRTAB)
            strings = dynamic[i].d_un.d_ptr;
        if (dynamic[i].d_tag == DT_RUNPATH || dynamic[i].d_tag == DT_RPATH)
            folders = dynamic[i].d_un.d_val;
    }
    named = folders ? string_at(&file, strings + folders) : NULL;
    for (size_t i = 0; dynamic && i < entries; i++) {
        const char *soname = NULL;

        if (dynamic[i].d_tag == DT_NEEDED)
            soname = string_at(&file, strings + dynamic[i].d_un.d_val);
        if (soname)
            add_library(text, size, soname,
                        in_run_path(named, path, soname) || exists(view, soname));
    }
    if (file.size)
        munmap((void *)file.bytes, file.size);
}
