/* Tells whole files from broken ones, our own forms from the real library, and what is loaded.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "search/loaded.h"
#include "library/library.h"
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#define NOTE_BYTES (64 * 1024) /* of a file's notes, no more is read */
#define PARTS 16               /* program headers read at once: more than most files have */

LAZYNCCL_MARKER(lazynccl_marker, LAZYNCCL_FORM);

/* The highest of the marker notes among these, or 0. */
static int marker_in(const unsigned char *notes, size_t size, size_t align)
{
    static const char owner[] = LAZYNCCL_MARKER_OWNER;
    size_t at = 0;
    int marker = 0;

    if (align != 8)
        align = 4;
    while (size - at >= sizeof(Elf64_Nhdr)) {
        Elf64_Nhdr head;
        size_t name, body;

        memcpy(&head, notes + at, sizeof head);
        at += sizeof head;
        name = ((size_t)head.n_namesz + align - 1) & ~(align - 1);
        body = ((size_t)head.n_descsz + align - 1) & ~(align - 1);
        if (name > size - at)
            break;
        if (head.n_namesz == sizeof owner && memcmp(notes + at, owner, sizeof owner) == 0 &&
            head.n_type <= LAZYNCCL_NET_FORM && (int)head.n_type > marker)
            marker = (int)head.n_type;
        if (body > size - at - name)
            break;
        at += name + body;
    }
    return marker;
}

static const char *fault_of(int fd, int form, char *text, size_t size)
{
    Elf64_Ehdr head;
    Elf64_Phdr parts[PARTS];
    off_t length = lseek(fd, 0, SEEK_END);

    if (length < 0)
        return "not a regular file";
    ssize_t got = pread(fd, &head, sizeof head, 0);
    if (got < 0) {
        snprintf(text, size, "cannot be read: %s", strerror(errno));
        return text;
    }
    if (got < (ssize_t)sizeof head || memcmp(head.e_ident, ELFMAG, SELFMAG) != 0)
        return "not an ELF file";
    if (head.e_ident[EI_CLASS] != ELFCLASS64 || head.e_ident[EI_DATA] != ELFDATA2LSB ||
#ifdef __x86_64__
        head.e_machine != EM_X86_64
#else
        head.e_machine != EM_AARCH64
#endif
    ) {
        snprintf(text, size, "made for another machine (ELF machine %d, class %d)",
                 (int)head.e_machine, (int)head.e_ident[EI_CLASS]);
        return text;
    }
    for (int i = 0; i < head.e_phnum; i++) {
        const Elf64_Phdr *part = &parts[i % PARTS];
        int more = head.e_phnum - i < PARTS ? head.e_phnum - i : PARTS;

        if (part == parts && pread(fd, parts, (size_t)more * sizeof *parts,
                                   (off_t)(head.e_phoff + (Elf64_Off)i * sizeof *parts)) !=
                                 (ssize_t)((size_t)more * sizeof *parts))
            return "truncated: its program headers are cut off";
        if (part->p_type == PT_LOAD && part->p_filesz != 0 &&
            (part->p_offset > (Elf64_Off)length ||
             part->p_filesz > (Elf64_Off)length - part->p_offset)) {
            snprintf(text, size, "truncated: %lld bytes long, should be at least %lld",
                     (long long)length, (long long)(part->p_offset + part->p_filesz));
            return text;
        }
        if (part->p_type == PT_NOTE && part->p_filesz <= NOTE_BYTES) {
            unsigned char *notes = malloc(part->p_filesz + 1);
            ssize_t n = notes ? pread(fd, notes, part->p_filesz, (off_t)part->p_offset) : -1;
            int marker = n > 0 ? marker_in(notes, (size_t)n, part->p_align) : 0;

            free(notes);
            if (marker >= form)
                return "a form of lazynccl, not the real library";
        }
    }
    return NULL;
}

const char *lazynccl_file_fault(const char *path, int form, char *text, size_t size)
{
    /* O_NONBLOCK: the open of a FIFO must return */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    const char *fault;

    if (fd < 0) {
        int error = errno;

        snprintf(text, size, "%s",
                 readlink(path, text, 1) >= 0 && error == ENOENT ? "a link to nothing"
                                                                 : strerror(error));
        return text;
    }
    fault = fault_of(fd, form, text, size);
    close(fd);
    return fault;
}

int lazynccl_is_folder(const char *path)
{
    int fd = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);

    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

int lazynccl_exists(const char *path)
{
    char target;

    /* one call tells a link, even one to nothing, from a file and from what cannot be looked at */
    return readlink(path, &target, 1) >= 0 || (errno != ENOENT && errno != ENOTDIR);
}

static uintptr_t hexadecimal(const char **text)
{
    static const char digits[] = "0123456789abcdef";
    uintptr_t number = 0;

    for (const char *digit; **text && (digit = strchr(digits, **text)); ++*text)
        number = number * 16 + (uintptr_t)(digit - digits);
    return number;
}

/* The file that is mapped at an address, as the kernel names it. For objects that the dynamic
 * linker has no absolute path of. */
static char *mapped_path(uintptr_t address)
{
    FILE *maps = fopen("/proc/self/maps", "re");
    char *line = NULL, *found = NULL;
    size_t room = 0;

    while (maps && !found && getline(&line, &room, maps) > 0) {
        const char *range = line;
        char *path = strchr(line, '/');
        uintptr_t start = hexadecimal(&range), end = *range++ ? hexadecimal(&range) : 0;

        if (!path || address < start || address >= end)
            continue;
        found = strdup(path);
        for (char *from = path, *to = found; found && *from && *from != '\n';) {
            int newline = strncmp(from, "\\012", 4) == 0; /* the one byte that is escaped */

            *to++ = newline ? '\n' : *from;
            *to = '\0';
            from += newline ? 4 : 1;
        }
    }
    free(line);
    if (maps)
        fclose(maps);
    return found;
}

char *lazynccl_program_path(void)
{
    char path[4096];
    /* where the dynamic linker was started by name it is the program, as far as the kernel knows,
     * and no interpreter */
    ssize_t n = getauxval(AT_BASE) ? readlink("/proc/self/exe", path, sizeof path) : -1;

    return n > 0 && n < (ssize_t)sizeof path ? strndup(path, (size_t)n)
                                             : mapped_path(getauxval(AT_PHDR));
}

struct listing {
    struct lazynccl_objects *objects;
    const void *only; /* the one object that holds this address; NULL: all */
};

/* Runs under the dynamic linker's lock, and a child that is forked meanwhile never gets that lock:
 * copies, and no more. */
static int add_object(struct dl_phdr_info *info, size_t size, void *context)
{
    const struct listing *listing = context;
    struct lazynccl_objects *objects = listing->objects;
    struct lazynccl_object object = {NULL, NULL, UINTPTR_MAX, 0, 0};
    const ElfW(Dyn) *dynamic = NULL;
    const char *strings = NULL;
    ElfW(Xword) soname = 0;

    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uintptr_t at = info->dlpi_addr + part->p_vaddr;

        if (part->p_type == PT_LOAD) {
            if (at < object.start)
                object.start = at;
            if (at + part->p_memsz > object.end)
                object.end = at + part->p_memsz;
        } else if (part->p_type == PT_DYNAMIC) {
            dynamic = (const ElfW(Dyn) *)at;
        }
    }
    if (listing->only &&
        ((uintptr_t)listing->only < object.start || (uintptr_t)listing->only >= object.end))
        return 0;
    for (int i = 0; i < info->dlpi_phnum && !object.ours; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];

        if (part->p_type == PT_NOTE)
            object.ours = marker_in((const unsigned char *)(info->dlpi_addr + part->p_vaddr),
                                    part->p_memsz, part->p_align);
    }
    for (; dynamic && dynamic->d_tag != DT_NULL; dynamic++) {
        if (dynamic->d_tag == DT_SONAME)
            soname = dynamic->d_un.d_val;
        /* not relocated yet in an object that another thread is just loading */
        if (dynamic->d_tag == DT_STRTAB)
            strings = (const char *)(dynamic->d_un.d_ptr < object.start
                                         ? info->dlpi_addr + dynamic->d_un.d_ptr
                                         : dynamic->d_un.d_ptr);
    }
    object.path = strdup(info->dlpi_name);
    if (soname && strings)
        object.soname = strdup(strings + soname);
    struct lazynccl_object *list =
        realloc(objects->list, ((size_t)objects->count + 1) * sizeof *list);
    if (list)
        objects->list = list;
    if (!list || !object.path || (soname && strings && !object.soname)) {
        free(object.path);
        free(object.soname);
        return -1;
    }
    objects->list[objects->count++] = object;
    return listing->only ? 1 : 0;
}

static int list(struct lazynccl_objects *objects, const void *only)
{
    struct listing listing = {objects, only};

    objects->list = NULL;
    objects->count = 0;
    if (dl_iterate_phdr(add_object, &listing) < 0) {
        lazynccl_objects_free(objects);
        return -1;
    }
    for (int i = 0; i < objects->count; i++) {
        struct lazynccl_object *object = &objects->list[i];
        char *path = strchr(object->path, '/') > object->path ? mapped_path(object->start) : NULL;

        if (path) {
            free(object->path);
            object->path = path;
        }
    }
    return 0;
}

int lazynccl_objects_list(struct lazynccl_objects *objects)
{
    return list(objects, NULL);
}

int lazynccl_objects_only(struct lazynccl_objects *objects, const void *address)
{
    return list(objects, address);
}

void lazynccl_objects_free(struct lazynccl_objects *objects)
{
    for (int i = 0; i < objects->count; i++) {
        free(objects->list[i].path);
        free(objects->list[i].soname);
    }
    free(objects->list);
    objects->list = NULL;
    objects->count = 0;
}

const struct lazynccl_object *lazynccl_objects_at(const struct lazynccl_objects *objects,
                                                  const void *address)
{
    for (int i = 0; i < objects->count; i++)
        if ((uintptr_t)address >= objects->list[i].start &&
            (uintptr_t)address < objects->list[i].end)
            return &objects->list[i];
    return NULL;
}
