/* Reads a library for its stand-in.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "standin/elf/source_library.h"
#include "common/text/memory.h"
#include "standin/elf/code.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* The space in glibc's static TLS block for all libraries that are opened after startup. */
#define MOST_STATIC_TLS 1664

/* By the beginning of the SONAME: why a library gets no stand-in, and which library opens it. */
static const struct row {
    const char *soname, *text;
} staying[] =
    {
        {"libcudart.so", "it registers the program's kernels when it is loaded"},
        {"libnvblas.so", "it replaces the BLAS of a program by being loaded first"},
        {"libnvshmem_host.so", "programs import its data, nvshmem_selected_device_transport"},
        {"nvshmem_", "libnvshmem_host opens it"},
},
  companions[] = {
      {"libcudnn_", "libcudnn"},
      {"libnvrtc-builtins", "libnvrtc"},
      {"libnvrtc.alt", "libnvrtc"},
      {"libcufile_rdma", "libcufile"},
};

static const char *text_of(const struct row *rows, size_t count, const char *soname)
{
    for (size_t i = 0; i < count; i++)
        if (strncmp(soname, rows[i].soname, strlen(rows[i].soname)) == 0)
            return rows[i].text;
    return NULL;
}

const char *source_library_companion(const char *soname)
{
    return text_of(companions, sizeof companions / sizeof *companions, soname);
}

/* Returns why a file is not ELF. It may be a linker script, such as libc.so. */
static const char *not_elf(const char *start, const char *why)
{
    static const char *const words[] = {"GNU ld script", "INPUT", "GROUP", "OUTPUT_FORMAT"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(start, words[i]))
            return "a linker script: name the library that it refers to";
    return why;
}

/* Returns why a file cannot have a stand-in, or NULL. */
static const char *check(const struct elf_file *file)
{
    static char text[160];
    const char *soname = file->soname;

    if (file->exports_lazynccl)
        return "a lazynccl build, not the real library";
    if (file->class != 64 || !code_machine_of(file->machine)) {
        snprintf(text, sizeof text, "made for another machine (%s, %d bits): there is no template",
                 elf_machine_word(file->machine), file->class);
        return text;
    }
    if (!soname || !strstr(soname, ".so") || strpbrk(soname, "/\"\\\n"))
        return "no SONAME to search for";
    if (strlen(soname) >= 128)
        return "its SONAME is too long";
    if (file->static_tls > MOST_STATIC_TLS) {
        snprintf(text, sizeof text,
                 "its %zu bytes of static thread-local variables can be allocated only when a "
                 "program starts",
                 file->static_tls);
        return text;
    }
    return text_of(staying, sizeof staying / sizeof *staying, soname);
}

/* Returns 1 for a function. One that is written in assembly may have no type. */
static int is_function(const struct elf_symbol *symbol)
{
    return symbol->type == ELF_TYPE_FUNC || symbol->type == ELF_TYPE_IFUNC ||
           (symbol->type == ELF_TYPE_NONE && symbol->in_code);
}

/* Returns 1 for data, except for _end and similar symbols, which every linker defines. */
static int is_data(const struct elf_symbol *symbol)
{
    static const char *const linkers[] = {"__bss_start", "_edata", "_end"};

    for (size_t i = 0; i < sizeof linkers / sizeof *linkers; i++)
        if (strcmp(symbol->name, linkers[i]) == 0)
            return 0;
    return symbol->type == ELF_TYPE_NONE || symbol->type == ELF_TYPE_OBJECT ||
           symbol->type == ELF_TYPE_TLS || symbol->type == ELF_TYPE_COMMON;
}

/* Returns 1 for symbols of libstdc++.a, which any C++ library may export: instances of std's
 * templates, operators new and delete, exceptions. The first loaded definition serves the whole
 * process, so unrelated libraries would call a stand-in that exported them. */
static int is_of_cxx_runtime(const struct elf_file *file, const char *name)
{
    static const char *const beginnings[] = {"_Znw",   "_Zna",   "_Zdl",     "_Zda",
                                             "__cxa_", "__gxx_", "_Unwind_", "__gcc_"};

    if (strncmp(file->soname, "libstdc++", 9) == 0 || strncmp(file->soname, "libc++", 6) == 0 ||
        strncmp(file->soname, "libgcc_s", 8) == 0)
        return 0;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (strncmp(name, beginnings[i], strlen(beginnings[i])) == 0)
            return 1;
    if (strncmp(name, "_Z", 2) != 0)
        return 0;
    name += 2;
    name += strspn(name, "Z"); /* _ZZ: a local name of a function */
    if (*name == 'N')
        name++;
    if (*name == 'K')
        name++;
    return (name[0] == 'S' && name[1] >= 'a' && name[1] <= 'z') ||
           strncmp(name, "9__gnu_cxx", 10) == 0;
}

/* Returns NULL, or the reason that the functions cannot be replaced. */
static const char *take_symbols(struct source_library *real)
{
    const struct elf_file *file = &real->file;
    int variant = 0;

    real->functions = memory_get(file->symbol_count + 1, sizeof *real->functions);
    real->data = memory_get(file->symbol_count + 1, sizeof *real->data);
    real->nodes = memory_get(file->version_count + 1, sizeof *real->nodes);
    for (size_t i = 0; i < file->version_count; i++)
        if (!file->versions[i].file)
            real->nodes[real->node_count++] = file->versions[i].name;
    for (size_t i = 0; i < file->symbol_count; i++) {
        const struct elf_symbol *symbol = &file->symbols[i];

        if (!symbol->defined || strcmp(symbol->name, "_init") == 0 ||
            strcmp(symbol->name, "_fini") == 0 || is_of_cxx_runtime(file, symbol->name))
            continue;
        if (symbol->type == ELF_TYPE_VARIANT)
            variant = 1;
        if (is_function(symbol)) {
            /* a version `from` another file is not a version node of this library */
            real->functions[real->count++] =
                (struct source_function){.name = symbol->name,
                                         .version = symbol->from ? NULL : symbol->version,
                                         .old = !symbol->default_version,
                                         .weak = symbol->binding == ELF_BINDING_WEAK};
        } else if (is_data(symbol)) {
            real->data[real->data_count++] = symbol;
        }
    }
    if (real->count == 0)
        return "it exports no function";
    if (real->node_count > 254) /* a version's number is stored in one byte */
        return "it has more than 254 symbol versions";
    return variant
               ? "it exports functions with vector arguments, which a first call cannot preserve"
               : NULL;
}

const char *source_library_read(struct source_library *real, int fd)
{
    char start[512] = "";
    ssize_t got = pread(fd, start, sizeof start - 1, 0);
    const char *why;

    *real = (struct source_library){0};
    if ((why = elf_file_read(&real->file, fd)))
        return got == 0 ? "an empty file" : not_elf(start, why);
    if (!(why = check(&real->file)) && !(why = elf_file_symbols(&real->file, 0)))
        why = take_symbols(real);
    if (why)
        source_library_close(real);
    return why;
}

const char *source_library_open(struct source_library *real, const char *path)
{
    /* O_NONBLOCK: opening a FIFO must not wait */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);

    return fd < 0 ? strerror(errno) : source_library_read(real, fd);
}

char *source_library_left_out(const struct source_library *real)
{
    if (!real->data_count)
        return NULL;
    if (real->data_count == 1)
        return memory_print("leaves out: %s, a data symbol", real->data[0]->name);
    return memory_print("leaves out: %s and %zu more data symbol%s", real->data[0]->name,
                        real->data_count - 1, real->data_count > 2 ? "s" : "");
}

size_t source_library_node(const struct source_library *real, const char *version)
{
    size_t i = 0;

    while (i < real->node_count && (!version || strcmp(real->nodes[i], version) != 0))
        i++;
    return i;
}

void source_library_close(struct source_library *real)
{
    free(real->functions);
    free(real->nodes);
    free(real->data);
    elf_file_close(&real->file);
    *real = (struct source_library){0};
}
