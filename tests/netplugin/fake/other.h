/* Shared by the programs that call libnccl-net-lazy.so's tuner and profiler as an NCCL of one
 * version. */
#pragma once
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(value, wanted)                                                                      \
    do {                                                                                           \
        unsigned long long got = (unsigned long long)(value), want = (unsigned long long)(wanted); \
                                                                                                   \
        if (got != want) {                                                                         \
            printf("line %d: %s: %llu instead of %llu\n", __LINE__, #value, got, want);            \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)
#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define TEXT2(a) #a
#define TEXT(a) TEXT2(a)

/* NCCL's log, on standard output. */
static void log_line(int level, unsigned long flags, const char *file, int line, const char *format,
                     ...)
{
    va_list values;

    va_start(values, format);
    printf("%s ", level <= 2 ? "WARN" : "INFO");
    vprintf(format, values);
    putchar('\n');
    va_end(values);
}
