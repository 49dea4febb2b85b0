/* The functions of corner.h, which return whether their arguments are intact.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "corner.h"
#include <stdint.h>

int corner_data = 5;

int corner_variadic(int count, ...)
{
    double sum = 0;
    va_list list;

    va_start(list, count);
    for (int i = 0; i < count; i++)
        sum += i % 2 ? va_arg(list, double) : va_arg(list, int);
    va_end(list);
    return (int)sum;
}

double corner_many(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j,
                   long k, long l, double m, double n, double o, double p, double q, double r,
                   double s, double t, double u, double v, struct big w)
{
    return (double)(a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j +
                    11 * k + 12 * l) +
           m + 2 * n + 3 * o + 4 * p + 5 * q + 6 * r + 7 * s + 8 * t + 9 * u + 10 * v + w.d[15];
}

struct big corner_big(struct big in, long by)
{
    for (int i = 0; i < 16; i++)
        in.d[i] *= (double)by;
    return in;
}

struct pair corner_pair(struct pair in)
{
    return (struct pair){in.a + 1, in.b + 1};
}

wide corner_wide(wide a, wide b, wide c, wide d, wide e, wide f, wide g, wide h)
{
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h;
}

long double corner_long_double(long double a, long double b)
{
    return a / b;
}

_Complex double corner_complex(_Complex double in)
{
    return in * in;
}

int corner_callback(int (*call)(void *), void *with)
{
    return call(with) + 1;
}

static int chosen(int x)
{
    return x + 40;
}

static int (*choose(void))(int)
{
    return chosen;
}
int corner_chosen(int) __attribute__((ifunc("choose")));

int corner_versioned_1(void)
{
    return 1;
}

int corner_versioned_2(void)
{
    return 2;
}
__asm__(".symver corner_versioned_1,corner_versioned@V1");
__asm__(".symver corner_versioned_2,corner_versioned@@V2");

int corner_errno(void)
{
    return 7;
}

int corner_self(int x)
{
    return x + 1;
}

/* Calls through the PLT, and so the stand-in, which comes first. */
static int itself;
__attribute__((constructor)) static void call_itself(void)
{
    for (int i = 0; i < 200; i++)
        itself = corner_self(itself);
}

int corner_called_itself(void)
{
    return itself;
}

int corner_alignment(void)
{
    return (int)((uintptr_t)__builtin_frame_address(0) % 16);
}
