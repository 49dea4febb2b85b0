/* The first call of a stand-in: forwards to the real function, or returns a fallback value.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/loader/outcome.h"
#include "runtime/loader/report.h"
#include "runtime/loader/resolve.h"
#include "runtime/loader/variant.h"
#include "runtime/search/text.h"
#include "standin/template/standin.h"
#include "standin/template/trace.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define CONF lazynccl_standin_conf

/* Where src/runtime/jump/ saves registers, in words from `registers` on: the first argument
 * register and the number of them, the first argument on the stack, the result registers, and the
 * vector registers. Vector registers that results may use are cleared. */
#if defined(__x86_64__)
#define MACHINE 0
#define ARGUMENT(i) (-2 - (i))
#define ARGUMENTS 6
#define STACK 3
#define RESULT -1
#define RESULT_2 -4
#define XSAVED(registers) ((((uintptr_t)(registers)-72 - 1728) & (uintptr_t)-64) + 64)
#define VECTORS(registers) ((void *)(XSAVED(registers) + 160))
#define VECTOR_BYTES 32
#define XSAVED_PARTS(registers) (*(uint64_t *)(XSAVED(registers) + 512))
#elif defined(__aarch64__)
#define MACHINE 1
#define ARGUMENT(i) (2 + (i))
#define ARGUMENTS 8
#define STACK 36
#define RESULT 2
#define RESULT_2 3
#define VECTORS(registers) ((registers) + 12)
#define VECTOR_BYTES 64
#else
#define MACHINE 2
#define ARGUMENT(i) (i)
#define ARGUMENTS 8
#define STACK 26
#define RESULT 0
#define RESULT_2 1
#define VECTORS(registers) ((registers) + 8)
#define VECTOR_BYTES 16
#endif

static uint64_t argument(const uint64_t *registers, int i)
{
    return registers[i < ARGUMENTS ? ARGUMENT(i) : STACK + i - ARGUMENTS];
}

/* Sets all result registers, because integers and floating-point numbers use different ones. */
static void set_result(uint64_t *registers, uint64_t value)
{
    memset(VECTORS(registers), 0, VECTOR_BYTES);
    memcpy(VECTORS(registers), &value, sizeof value);
#ifdef XSAVED_PARTS
    XSAVED_PARTS(registers) = 2; /* SSE alone is restored; the upper halves become zero */
#endif
    registers[RESULT_2] = 0;
    registers[RESULT] = value;
}

/* Writes the value of an output argument, for each element of an array. */
static void write_out(const struct lazynccl_out *out, const uint64_t *registers)
{
    char *to = (char *)(uintptr_t)argument(registers, out->at[MACHINE]);
    int count =
        out->count[MACHINE] == LAZYNCCL_OUT_NOT ? 1 : (int)argument(registers, out->count[MACHINE]);
    const char *text = out->text == 2 ? lazynccl_absent_reason(lazynccl_libraries[0]) : NULL;
    uint64_t value = out->text ? (uintptr_t)(text ? text : "") : (uint64_t)out->value;

    if (out->text && out->size == 1 && to && count > 0) {
        for (; text && *text && count > 1; count--)
            *to++ = *text++;
        *to = '\0';
        return;
    }
    for (; to && count > 0; count--, to += out->size)
        if (out->size <= sizeof value)
            memcpy(to, &value, out->size);
        else
            memset(to, 0, out->size);
}

static void answer(const struct lazynccl_fallback *row, uint64_t *registers)
{
    const struct lazynccl_out *outs = LAZYNCCL_STANDIN_DATA(CONF.outs.at);

    for (int i = 0; i < row->outs; i++)
        write_out(&outs[row->first + i], registers);
    set_result(registers, (uint64_t)row->value);
}

/* A stand-in has no handler for absent functions. */
static struct lazynccl_told none;

/* Returns to the caller the library's text of an error, with the reason if a call was absent. */
static void explain(lazynccl_library *library, int function, const void *caller,
                    uint64_t *registers)
{
    const struct lazynccl_error_text *text = LAZYNCCL_STANDIN_DATA(CONF.texts.at);
    const char *reason = NULL, *own;
    uint64_t a = argument(registers, 0), b = argument(registers, 1), c = argument(registers, 2);

    text += function;
    if (!text->coded || (int)a == text->code)
        reason = lazynccl_last_reason(library);
    lazynccl_function real = lazynccl_resolve(library, function, caller, registers, &none);
    if (real == lazynccl_standin_return)
        own = lazynccl_absent_reason(library);
    else
        own = ((const char *(*)(uint64_t, uint64_t, uint64_t))real)(a, b, c);
    int saved = errno;
    own = lazynccl_add_reason(library, function, own, reason);
    errno = saved;
    set_result(registers, (uintptr_t)own);
}

/* Aborts: many functions have no known fallback value, and returning a guess would be worse. */
_Noreturn LAZYNCCL_COLD static void stop(lazynccl_library *library, int function)
{
    const struct lazynccl_outcome *outcome = lazynccl_outcome_of(library);
    struct lazynccl_arena arena = {0};
    struct lazynccl_text text = {.arena = &arena};
    const char *reason = outcome ? lazynccl_reason_for(library, function)
                                 : "not in the library whose constructors call it";

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    lazynccl_text_add_lines(&text, reason ? reason : "out of memory");
    if (CONF.source)
        lazynccl_text_add(&text, "; stand-in made from %s",
                          (const char *)LAZYNCCL_STANDIN_DATA(CONF.source));
    lazynccl_text_print(lazynccl_symbol_name(library->description, function),
                        lazynccl_text_keep(&text, errno));
    if (outcome && outcome->strict)
        lazynccl_text_print("LAZYNCCL_STRICT", lazynccl_report_of(library));
    abort();
}

static const struct lazynccl_fallback *answer_row(int function)
{
    const uint16_t *numbers = LAZYNCCL_STANDIN_DATA(CONF.numbers.at);
    const struct lazynccl_fallback *rows = LAZYNCCL_STANDIN_DATA(CONF.rows.at);

    return &rows[numbers[function]];
}

int lazynccl_withholds_answer(const lazynccl_library *library, int index,
                              const struct lazynccl_outcome *outcome)
{
    const struct lazynccl_description *desc = library->description;

    if (answer_row(index)->kind != LAZYNCCL_FALLBACK_ANSWER)
        return 0;
    if (!outcome || !outcome->handle)
        return !outcome || !outcome->missing;
    return !lazynccl_is_optional(desc, lazynccl_symbol_name(desc, index)) &&
           !lazynccl_has_newer_minor(desc, index);
}

/* A stand-in has no lazynccl_on_absent(). */
int lazynccl_must_tell(lazynccl_library *library, int index, struct lazynccl_told *told)
{
    (void)library, (void)index, (void)told;
    return 0;
}

/* Fills the slots. Does not protect them with musl, whose malloc() uses the rest of their pages. */
void lazynccl_fill_slots(lazynccl_library *library, const struct lazynccl_outcome *outcome)
{
    lazynccl_function *slots = library->trampolines->slots;
    int count = outcome && outcome->handle ? library->description->count : 0;

    for (int i = 0; i < count; i++)
        if (outcome->found[i])
            __atomic_store_n(&slots[i], outcome->found[i], __ATOMIC_RELEASE);
#ifdef __GLIBC__
    if (count)
        mprotect(slots, (size_t)count * sizeof *slots, PROT_READ);
#endif
}

lazynccl_function lazynccl_fallback_of(lazynccl_library *library, int index)
{
    if (answer_row(index)->kind == LAZYNCCL_FALLBACK_STOP)
        stop(library, index);
    return lazynccl_standin_return;
}

/* With LAZYNCCL_DEBUG, warns of functions that the stand-in has and the library lacks. */
LAZYNCCL_COLD static void warn(const lazynccl_library *library,
                               const struct lazynccl_outcome *outcome)
{
    const struct lazynccl_description *desc = library->description;
    struct lazynccl_arena arena = {0};
    struct lazynccl_text text = {.arena = &arena};
    int missing = 0, first = 0;

    for (int i = desc->count; i-- > 0;)
        if (!outcome->found[i]) {
            missing++;
            first = i;
        }
    if (!missing || !CONF.source)
        return;
    lazynccl_text_add(&text, "warning: %s lacks %s", outcome->path,
                      lazynccl_symbol_name(desc, first));
    if (missing > 1)
        lazynccl_text_add(&text, " and %d more", missing - 1);
    lazynccl_text_add(&text, " of the %d functions of %s, from which its stand-in was made",
                      desc->count, (const char *)LAZYNCCL_STANDIN_DATA(CONF.source));
    lazynccl_text_print(desc->name, lazynccl_text_keep(&text, errno));
}

/* Appends a line for a library that was opened: SONAME FUNCTION SECONDS PROCESS PATH. */
static void record(lazynccl_library *library, int function)
{
    static int recorded;
    const struct lazynccl_outcome *outcome = lazynccl_success_of(library);
    const struct lazynccl_description *desc = library->description;
    char *line = NULL;
    int saved = errno;

    if (!outcome || __atomic_exchange_n(&recorded, 1, __ATOMIC_RELAXED))
        return;
    if (outcome->debug)
        warn(library, outcome);
    int fd = outcome->record ? open(outcome->record,
                                    O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666)
                             : -1;
    int n = fd < 0 ? -1
                   : asprintf(&line, "%s %s %lld %d %s\n", desc->sonames[0],
                              lazynccl_symbol_name(desc, function), (long long)time(NULL),
                              (int)getpid(), outcome->file);

    if (n > 0 && write(fd, line, (size_t)n) != n) /* the disk is full; the program continues */
        errno = ENOSPC;
    if (n >= 0)
        free(line);
    if (fd >= 0)
        close(fd);
    errno = saved;
}

/* Records a call whose trampoline found no ring. */
static void trace(int function, const uint64_t *registers)
{
    uint64_t arguments[ARGUMENTS];

    for (int i = 0; i < ARGUMENTS; i++)
        arguments[i] = argument(registers, i);
    lazynccl_trace_begin();
    lazynccl_trace_record(function, arguments, &registers[STACK]);
}

lazynccl_function lazynccl_standin_resolve(lazynccl_library *library, int slot, const void *caller,
                                           void *registers, struct lazynccl_told *told)
{
    int traced = LAZYNCCL_STANDIN_TRACES && slot >= LAZYNCCL_TRACE_SLOT;
    slot = traced ? slot - LAZYNCCL_TRACE_SLOT : slot;
    int wrapped = slot >= (int)CONF.count, function = wrapped ? slot - (int)CONF.count : slot;
    lazynccl_function real = lazynccl_standin_return;

    (void)told;
    lazynccl_standin_prepare();
    if (traced)
        trace(function, registers);
    if (wrapped)
        explain(library, function, caller, registers);
    else
        real = lazynccl_resolve(library, function, caller, registers, &none);
    record(library, function);
    if (LAZYNCCL_STANDIN_TRACES)
        lazynccl_trace_note_file();
    if (traced)
        lazynccl_trace_note_time();
    if (real == lazynccl_standin_return && !wrapped)
        answer(answer_row(function), registers);
    return real;
}
