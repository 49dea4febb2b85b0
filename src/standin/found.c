/* Finds libraries that get stand-ins, and identifies their files by content.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "standin/found.h"
#include "common/files/elf.h"
#include "common/files/walk.h"
#include "common/machine/nvidia.h"
#include "common/text/memory.h"
#include "standin/elf/source_library.h"
#include "standin/report.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static void add_text(struct sha256 *sha, const char *text)
{
    sha256_add(sha, text ? text : "", text ? strlen(text) + 1 : 1);
}

/* Adds what a stand-in takes from a file, to identify a file without a build ID. */
static void add_symbols(struct sha256 *sha, struct elf_file *file)
{
    if (elf_file_symbols(file, 0))
        return;
    add_text(sha, file->soname);
    for (size_t i = 0; i < file->version_count; i++)
        add_text(sha, file->versions[i].name);
    for (size_t i = 0; i < file->symbol_count; i++) {
        const struct elf_symbol *symbol = &file->symbols[i];
        const int facts[] = {(int)symbol->binding, (int)symbol->type, symbol->defined,
                             symbol->in_code, symbol->default_version};

        add_text(sha, symbol->name);
        add_text(sha, symbol->version);
        sha256_add(sha, facts, sizeof facts);
        sha256_add(sha, &symbol->size, sizeof symbol->size);
    }
}

/* Ignores path, device, inode and time: the same file may be mounted, copied and unpacked again. */
int found_identify(const char *path, char id[SHA256_TEXT], long long *size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    struct stat facts = {0};
    struct elf_file file;
    struct sha256 sha;

    *id = '\0';
    *size = fd >= 0 && fstat(fd, &facts) == 0 ? (long long)facts.st_size : 0;
    if (elf_file_read(&file, fd))
        return 0;
    sha256_begin(&sha);
    sha256_add(&sha, size, sizeof *size);
    if (*file.build_id)
        add_text(&sha, file.build_id);
    else
        add_symbols(&sha, &file);
    sha256_end(&sha, id);
    int stands_in = file.exports_lazynccl;
    elf_file_close(&file);
    return stands_in;
}

static int has(const struct found *found, const char *soname)
{
    for (size_t i = 0; i < found->count; i++)
        if (strcmp(found->list[i].soname, soname) == 0)
            return 1;
    return 0;
}

static void add(struct found *found, const struct found_library *from)
{
    struct found_library library = *from;

    if (has(found, library.soname) ||
        (library.path && found_identify(library.path, library.id, &library.size)))
        return;
    library.path = memory_copy(library.path);
    library.soname = memory_copy(library.soname);
    library.site = memory_copy(library.site);
    library.below = memory_copy(library.below);
    *MEMORY_ADD(found->list, found->count) = library;
}

/* Returns the folder that wheels use for a library that was found outside of wheels. A child of the
 * program may be a Python that has the wheel. */
static const char *wheel_folder(const char *soname)
{
    const struct lazynccl_description *desc = nvidia_description(soname);
    const char *any = "nvidia/cuda/lib";

    for (int w = 0; desc && desc->wheels[w]; w++) {
        const char *folder = desc->wheels[w], *cuda = strstr(folder, "/cu");
        int major = 0;

        if (!cuda || sscanf(cuda, "/cu%d/", &major) != 1)
            any = folder;
        else if (major == lazynccl_major_of(soname))
            return folder;
    }
    return any;
}

static int is_wanted(const struct strings *names, const char *soname, const char *site)
{
    if (strncmp(soname, "lib", 3) != 0 || !strstr(soname, ".so"))
        return 0;
    for (const char *at = soname; *at; at++)
        if ((unsigned char)*at < ' ')
            return 0; /* would break the manifest, which has lines and tabs */
    if (!site) {
        const struct nvidia vendor = nvidia_of(soname);

        if (!vendor.title || vendor.is_driver)
            return 0;
    }
    return !source_library_companion(soname) &&
           (!names->count || report_lists(names, soname, NULL));
}

static void add_each(struct found *found, const struct strings *names, const char *folder,
                     const char *site, const char *below)
{
    OWNED(strings) struct strings files = {0};

    walk_names(folder, &files);
    for (size_t i = 0; i < files.count; i++) {
        const char *soname = files.list[i];
        OWNED(memory) char *path = memory_print("%s/%s", folder, soname);

        if (is_wanted(names, soname, site))
            add(found,
                &(struct found_library){path, (char *)soname, (char *)site,
                                        (char *)(below ? below : wheel_folder(soname)), 0, ""});
    }
}

void found_add_folder(struct found *found, const struct strings *names, const char *folder)
{
    add_each(found, names, folder, NULL, NULL);
}

/* Adds the libraries' folders that are not nvidia/NAME/lib, if nvidia/ has an entry NAME. */
static void add_other_folders(struct strings *folders, const struct strings *names,
                              const struct strings *above)
{
    lazynccl_library *library;

    for (int i = 0; (library = nvidia_library_at(i)); i++) {
        const struct lazynccl_description *desc = library->description;
        int wanted = !names->count || report_lists(names, desc->sonames[0], NULL);

        for (int w = 0; wanted && desc->wheels[w]; w++) {
            const char *folder = desc->wheels[w], *below = folder + strcspn(folder, "/") + 1;
            OWNED(memory) char *name = memory_copy_part(below, strcspn(below, "/"));

            if (strncmp(folder, "nvidia/", 7) != 0 || strings_has(above, name))
                strings_add_once(folders, folder);
        }
    }
}

void found_add_site(struct found *found, const struct strings *names, const char *site)
{
    OWNED(memory) char *above = memory_print("%s/nvidia", site);
    OWNED(strings) struct strings names_above = {0}, folders = {0};

    walk_names(above, &names_above);
    for (size_t i = 0; i < names_above.count; i++)
        strings_print(&folders, "nvidia/%s/lib", names_above.list[i]);
    add_other_folders(&folders, names, &names_above);
    for (size_t i = 0; i < folders.count; i++) {
        OWNED(memory) char *folder = memory_print("%s/%s", site, folders.list[i]);

        add_each(found, names, folder, site, folders.list[i]);
    }
}

void found_add_described(struct found *found, const char *soname, const char *path)
{
    add(found, &(struct found_library){(char *)path, (char *)soname, NULL,
                                       (char *)wheel_folder(soname), 0, ""});
}

void found_free(struct found *found)
{
    for (size_t i = 0; i < found->count; i++) {
        free(found->list[i].path);
        free(found->list[i].soname);
        free(found->list[i].site);
        free(found->list[i].below);
    }
    free(found->list);
    *found = (struct found){0};
}
