/* The first call of a stand-in: opens the real library, resolves the whole table, closes the slots.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * Names and versions come from the stand-in's own dynamic symbols, so there is no other table. */
#define _GNU_SOURCE
#include "loader/attempt.h"
#include "standin/standin.h"
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

extern const char __ehdr_start[] LAZYNCCL_INTERNAL;
void *__dso_handle LAZYNCCL_INTERNAL = &__dso_handle; /* no file of the compiler's is linked in */

/* The stand-in's own tables. */
struct exported {
    const Elf64_Sym *symbols;
    const Elf64_Half *versions; /* NULL: none */
    const Elf64_Verdef *nodes;
    const char *strings;
};

/* By the program headers, because patchelf moves the dynamic section. */
static const Elf64_Dyn *own_dynamic(void)
{
    const Elf64_Ehdr *head = (const void *)__ehdr_start;
    const Elf64_Phdr *part = (const void *)(__ehdr_start + head->e_phoff);

    while (part->p_type != PT_DYNAMIC)
        part++;
    return (const void *)(__ehdr_start + part->p_vaddr);
}

/* glibc relocates the addresses in there, but not on all machines. */
static const void *own_table(int64_t tag)
{
    for (const Elf64_Dyn *d = own_dynamic(); d->d_tag != DT_NULL; d++)
        if (d->d_tag == tag)
            return d->d_un.d_ptr < (uintptr_t)__ehdr_start ? __ehdr_start + d->d_un.d_ptr
                                                           : (const void *)d->d_un.d_ptr;
    return NULL;
}

static struct exported own_exports(void)
{
    const struct lazynccl_standin_conf *conf = &lazynccl_standin_conf;
    struct exported own = {own_table(DT_SYMTAB), own_table(DT_VERSYM), own_table(DT_VERDEF),
                           own_table(DT_STRTAB)};

    own.symbols += conf->imports;
    own.versions += own.versions ? conf->imports : 0;
    return own;
}

/* The slot that an exported function's trampoline jumps through, by its address, whatever the order
 * of the symbols may have become; no slot's number if the function has none. */
static uintptr_t slot_of(const Elf64_Sym *symbol)
{
    const struct lazynccl_standin_conf *conf = &lazynccl_standin_conf;
    uintptr_t text = (uintptr_t)conf + (uintptr_t)(intptr_t)conf->text - (uintptr_t)__ehdr_start;

    return (symbol->st_value - text) / conf->stride;
}

/* The name of a version node; NULL: the symbol has none. */
static const char *node_name(const struct exported *own, unsigned number)
{
    const char *at = (const char *)own->nodes;

    while (at && number > 1) {
        const Elf64_Verdef *node = (const void *)at;

        if (node->vd_ndx == number)
            return own->strings +
                   ((const Elf64_Verdaux *)(const void *)(at + node->vd_aux))->vda_name;
        at = node->vd_next ? at + node->vd_next : NULL;
    }
    return NULL;
}

static lazynccl_symbol real_of(const struct exported *own, uint32_t index, void *handle,
                               const struct lazynccl_objects *objects)
{
    const char *name = own->strings + own->symbols[index].st_name;
    unsigned version = own->versions ? own->versions[index] : VER_NDX_GLOBAL;
    const char *node = node_name(own, version & 0x7fff);
    lazynccl_symbol real = node ? lazynccl_symbol_of(handle, name, node, objects) : NULL;

    /* a build of the library without nodes serves the default version, as ld.so has it */
    return real || version & 0x8000 ? real : lazynccl_symbol_of(handle, name, NULL, objects);
}

/* Stores the whole table; then the slots, in pages of their own, can no longer be changed. */
static void fill_slots(const struct exported *own, void *handle,
                       const struct lazynccl_objects *objects)
{
    const struct lazynccl_standin_conf *conf = &lazynccl_standin_conf;
    lazynccl_symbol *slots = lazynccl_trampolines_standin.slots;
    uintptr_t page = getauxval(AT_PAGESZ), start = (uintptr_t)slots & -page;

    for (uint32_t i = 0; i < conf->exports; i++) {
        uintptr_t slot = slot_of(&own->symbols[i]);
        lazynccl_symbol real = slot < conf->count ? real_of(own, i, handle, objects) : NULL;

        if (real)
            __atomic_store_n(&slots[slot], real, __ATOMIC_RELEASE);
    }
    mprotect((void *)start, (uintptr_t)(slots + conf->count) - start, PROT_READ);
}

/* Appends a line for a library that was opened: SONAME FUNCTION SECONDS PROCESS PATH. */
static void record(const struct lazynccl_outcome *outcome, const char *name)
{
    const char *path = secure_getenv(lazynccl_settings[LAZYNCCL_RECORD]);
    int fd = path ? open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666) : -1;
    char *line = NULL;
    int n = fd < 0 ? -1
                   : asprintf(&line, "%s %s %lld %d %s\n", lazynccl_standin_conf.soname, name,
                              (long long)time(NULL), (int)getpid(), outcome->file);

    if (n > 0 && write(fd, line, (size_t)n) != n) /* a full disk: the program goes on */
        errno = ENOSPC;
    if (n >= 0)
        free(line);
    if (fd >= 0)
        close(fd);
}

/* Nothing is known of what the function returns, and a guessed answer is worse than none. */
_Noreturn static void stop(const char *name, lazynccl_library *library,
                           const struct lazynccl_outcome *outcome)
{
    const struct lazynccl_standin_conf *conf = &lazynccl_standin_conf;
    struct lazynccl_arena arena = {NULL, 0};
    struct lazynccl_text text = {.arena = &arena};

    if (outcome && !outcome->handle)
        lazynccl_text_add(&text, "%s", lazynccl_reason_for(library, -1));
    else
        lazynccl_text_add(&text, "not in %s",
                          outcome ? outcome->path : "the library whose constructors call it");
    lazynccl_text_add(&text, "; stand-in made from %s", conf->source);
    lazynccl_text_print(name, lazynccl_text_end(&text));
    if (outcome && outcome->strict)
        lazynccl_text_print("LAZYNCCL_STRICT", lazynccl_report_of(library));
    abort();
}

lazynccl_symbol lazynccl_standin_resolve(lazynccl_library *library, int slot, const void *caller)
{
    static int filling; /* one thread alone writes: others may not when it closes the pages */
    struct exported own = own_exports();
    struct lazynccl_objects objects = {0};
    lazynccl_symbol real = NULL;
    uint32_t index = 0;
    int saved = errno, cancel;

    lazynccl_standin_prepare();
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    while (index + 1 < lazynccl_standin_conf.exports &&
           slot_of(&own.symbols[index]) != (uintptr_t)slot)
        index++;
    const struct lazynccl_outcome *outcome = lazynccl_look(library, 0, caller);
    void *handle = outcome ? outcome->handle : lazynccl_opening_handle(library);
    if (handle && lazynccl_object_of(handle, &objects) == 0)
        real = real_of(&own, index, handle, &objects);
    if (!real)
        stop(own.strings + own.symbols[index].st_name, library, outcome);
    if (outcome && !__atomic_exchange_n(&filling, 1, __ATOMIC_ACQ_REL)) {
        fill_slots(&own, handle, &objects);
        record(outcome, own.strings + own.symbols[index].st_name);
    }
    lazynccl_objects_free(&objects);
    pthread_setcancelstate(cancel, NULL);
    errno = saved;
    return real;
}
