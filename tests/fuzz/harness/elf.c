/* Fuzzes the ELF reader: any input gives readable facts or an error. */
#define _GNU_SOURCE
#include "common/files/elf.h"
#include "fuzz.h"
#include <string.h>

static size_t length(const char *text)
{
    return text ? strlen(text) : 0;
}

/* Reads every string, so that a sanitizer detects invalid ones. */
static size_t read_all(const struct elf_file *file)
{
    size_t sum = length(file->soname) + length(file->rpath) + length(file->runpath) +
                 length(elf_machine_word(file->machine));

    for (size_t i = 0; i < file->lazynccl.count; i++)
        sum += strlen(file->lazynccl.list[i]);
    for (size_t i = 0; i < file->needed.count; i++)
        sum += strlen(file->needed.list[i]);
    for (size_t i = 0; i < file->version_count; i++)
        sum += length(file->versions[i].file) + strlen(file->versions[i].name);
    for (size_t i = 0; i < file->symbol_count; i++)
        sum += strlen(file->symbols[i].name) + length(file->symbols[i].version) +
               length(file->symbols[i].from) + strlen(elf_binding_word(file->symbols[i].binding)) +
               strlen(elf_type_word(file->symbols[i].type));
    for (size_t i = 0; i < file->dlopen_count; i++)
        sum += strlen(file->dlopen[i]);
    return sum;
}

/* Reads what audit --opens prints; `bare`: what LN110 reads. */
static size_t read_opens(const struct elf_file *file, int bare)
{
    struct strings names = elf_file_opens(file, bare);
    size_t sum = 0;

    for (size_t i = 0; i < names.count; i++)
        sum += strlen(names.list[i]);
    strings_free(&names);
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct elf_file file;
    const char *reason = elf_file_read(&file, fuzz_file(data, size));

    if (!reason && read_all(&file) + read_opens(&file, 0) + read_opens(&file, 1) < SIZE_MAX)
        reason = elf_file_symbols(&file, 0);
    if (reason) {
        fuzz_check(*reason && !file.handle, "a reason, and no open handle");
        return 0;
    }
    fuzz_check(read_all(&file) < SIZE_MAX, "every string can be read");
    elf_file_close(&file);
    return 0;
}
