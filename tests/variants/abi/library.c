/* The library of abi.h. */
#include "abi.h"
#include <errno.h>
#include <string.h>

/* A function that only computes its result. */
#define RETURNS(type, name, parameters, ...)                                                       \
    type name parameters                                                                           \
    {                                                                                              \
        return __VA_ARGS__;                                                                        \
    }

#ifndef CANNOT_UNWIND /* musl-gcc has no unwinder for shared libraries */
#include <unwind.h>

#define FRAMES 100
static void *frames[FRAMES];
static int frame_count;

static _Unwind_Reason_Code step(struct _Unwind_Context *context, void *unused)
{
    (void)unused;
    if (frame_count < FRAMES)
        frames[frame_count++] = (void *)_Unwind_GetIP(context);
    return _URC_NO_REASON;
}
#endif

int abi_version(int *version)
{
#ifndef CANNOT_UNWIND
    frame_count = 0;
    _Unwind_Backtrace(step, NULL);
#endif
    *version = 10000;
    return 0;
}

int abi_traced(void *address)
{
#ifdef CANNOT_UNWIND
    return address != NULL;
#else
    for (int i = 0; i < frame_count; i++)
        if (((size_t)frames[i] ^ (size_t)address) <= 1) /* the lowest bit says Thumb on ARM */
            return 1;
    return 0;
#endif
}

RETURNS(void *, abi_return_address, (void), __builtin_return_address(0))

double abi_list(const char *kinds, va_list list)
{
    double sum = 0;
    int weight = 1;

    for (; *kinds; kinds++, weight++)
        sum += weight * (*kinds == 'i'   ? va_arg(list, int)
                         : *kinds == 'd' ? va_arg(list, double)
                         : *kinds == 'L' ? (double)va_arg(list, long double)
                                         : (double)*va_arg(list, int *));
    return sum;
}

double abi_variadic(const char *kinds, ...)
{
    va_list list;
    double sum;

    va_start(list, kinds);
    sum = abi_list(kinds, list);
    va_end(list);
    return sum;
}

RETURNS(double, abi_many,
        (int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k, int l,
         double m, double n, double o, double p, double q, double r, double s, double t, double u,
         double v),
        a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j + 11 * k +
            12 * l + 13 * m + 14 * n + 15 * o + 16 * p + 17 * q + 18 * r + 19 * s + 20 * t +
            21 * u + 22 * v)
RETURNS(float _Complex, abi_complex_float, (float _Complex a, float _Complex b), a + 2 * b)
RETURNS(double _Complex, abi_complex, (double _Complex a, int b, double _Complex c), 3 * c + a * b)
RETURNS(long double, abi_long_double, (long double a, int b, long double c), a + 2 * b + 3 * c)
RETURNS(long double _Complex, abi_complex_long, (long double _Complex a), 2 * a)
RETURNS(abi_vector, abi_vectors,
        (abi_vector a, abi_vector b, abi_vector c, abi_vector d, abi_vector e, abi_vector f,
         abi_vector g, abi_vector h),
        a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h)
RETURNS(struct abi_byte, abi_small, (struct abi_byte a, struct abi_byte b),
        (struct abi_byte){(signed char)(a.a + 2 * b.a)})
RETURNS(struct abi_mixed, abi_pair, (struct abi_mixed a, struct abi_mixed b, struct abi_mixed c),
        (struct abi_mixed){a.a + 2 * b.a + 3 * c.a, a.b + 2 * b.b + 3 * c.b})
RETURNS(struct abi_floats, abi_three_floats, (struct abi_floats a, float b),
        (struct abi_floats){a.a + b, a.b + 2 * b, a.c + 3 * b})
RETURNS(struct abi_doubles, abi_four_doubles, (struct abi_doubles a, struct abi_doubles b),
        (struct abi_doubles){a.a + b.d, a.b + b.c, a.c + b.b, a.d + b.a})
RETURNS(struct abi_three, abi_in_memory, (int a, struct abi_three b),
        (struct abi_three){a + b.a, a + 2 * b.b, a + 3 * b.c})

struct abi_large abi_whole(struct abi_large a, int b, struct abi_large c)
{
    int count = sizeof a.bytes;

    for (int i = 0; i < count; i++)
        a.bytes[i] = (unsigned char)(a.bytes[i] + b * c.bytes[count - 1 - i]);
    return a;
}

double abi_hidden(const char *a, const double *b, const char *c, size_t n,
                  size_t m) __asm__("abi_fortran_");
double abi_hidden(const char *a, const double *b, const char *c, size_t n, size_t m)
{
    return *b + 1000.0 * (n == 5 && memcmp(a, "hello", n) == 0) +
           2000.0 * (m == 3 && memcmp(c, "you", m) == 0);
}

double abi_old(a, b, c)
int a;
double b;
long c;
{
    return a + 2 * b + 3 * c;
}

RETURNS(int, abi_callback, (int (*call)(void *, int), void *context, int number),
        call(context, number) + 1)

int abi_errno(void)
{
    int was = errno;

    errno = 7;
    return was;
}

RETURNS(_Bool, abi_bool, (_Bool a, signed char b, unsigned short c), b == -3 && a && c == 65000)
RETURNS(abi_widest, abi_wide, (abi_widest a, int b, abi_widest c), c + a * b)
RETURNS(double, abi_divide, (double a, double b), a / b)

#define ABI_VALUES(n) (double)whole##n, part##n
double abi_hundred(ABI_HUNDRED(ABI_PARAMETERS))
{
    double values[] = {ABI_HUNDRED(ABI_VALUES)}, sum = 0;

    for (int i = 0; i < 100; i++)
        sum += (i + 1) * values[i];
    return sum;
}

void abi_nothing(void)
{
}
