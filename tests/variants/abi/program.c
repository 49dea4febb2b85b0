/* Calls every function of abi.h twice, beginning with number FIRST, so that each is once the first
 * call of a process: program FIRST. Prints the functions whose results are wrong. */
#include "abi.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wrong, made; /* tests */

static void expect(int right, const char *name)
{
    if (!right) {
        printf("%s is wrong\n", name);
        wrong++;
    }
}

#define TEST(name) static void name(void)
#define IS(condition) expect(condition, __func__)
#define IS_RIGHT(name, ...)                                                                        \
    TEST(name)                                                                                     \
    {                                                                                              \
        IS((__VA_ARGS__));                                                                         \
    }

TEST(variadic)
{
    int three = 3;

    IS(abi_variadic("idiLdpidddddddd", 1, 2.0, 3, 4.0L, 5.0, &three, 7, 8.0, 9.0, 10.0, 11.0, 12.0,
                    13.0, 14.0, 15.0) ==
       1 + 4 + 9 + 16 + 25 + 18 + 49 + 64 + 81 + 100 + 121 + 144 + 169 + 196 + 225);
}

IS_RIGHT(many, abi_many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                        22) == 3795)
IS_RIGHT(complex_float, abi_complex_float(1 + 2 * I, 3 - 4 * I) == 7 - 6 * I)
IS_RIGHT(complex_double, abi_complex(1 + 2 * I, 5, 3 - 4 * I) == 14 - 2 * I)
IS_RIGHT(long_double, abi_long_double(0x1.0000000000000002p0L, 2, 1e300L) ==
                          0x1.0000000000000002p0L + 4 + 3 * 1e300L)
IS_RIGHT(complex_long, abi_complex_long(1 - 2 * I) == 2 - 4 * I)

TEST(vectors)
{
    abi_vector v[8], sum;
    int n = ABI_VECTOR / (int)sizeof(double), right = 1;

    for (int i = 0; i < 8; i++)
        for (int k = 0; k < n; k++)
            v[i][k] = i * 10 + k;
    sum = abi_vectors(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]);
    for (int k = 0; k < n; k++)
        right &= sum[k] == 1680 + 36 * k;
    IS(right);
}

IS_RIGHT(small, abi_small((struct abi_byte){3}, (struct abi_byte){-5}).a == -7)

TEST(pair)
{
    struct abi_mixed a = {1, 2}, b = {3, 4}, c = {5, 6}, sum = abi_pair(a, b, c);

    IS(sum.a == 22 && sum.b == 28);
}

TEST(floats)
{
    struct abi_floats a = {1, 2, 3}, sum = abi_three_floats(a, 10);

    IS(sum.a == 11 && sum.b == 22 && sum.c == 33);
}

TEST(doubles)
{
    struct abi_doubles a = {1, 2, 3, 4}, b = {50, 60, 70, 80}, sum = abi_four_doubles(a, b);

    IS(sum.a == 81 && sum.b == 72 && sum.c == 63 && sum.d == 54);
}

TEST(in_memory)
{
    struct abi_three sum = abi_in_memory(1, (struct abi_three){10, 20, 30});

    IS(sum.a == 11 && sum.b == 41 && sum.c == 91);
}

TEST(whole)
{
    struct abi_large a, b, sum;
    int right = 1, count = sizeof a.bytes;

    for (int i = 0; i < count; i++)
        a.bytes[i] = (unsigned char)i, b.bytes[i] = (unsigned char)(200 - i);
    sum = abi_whole(a, 3, b);
    for (int i = 0; i < count; i++)
        right &= sum.bytes[i] == (unsigned char)(i + 3 * (200 - (count - 1 - i)));
    IS(right);
}

TEST(fortran)
{
    double (*hidden)(const char *, const double *, const char *, size_t, size_t) =
        (double (*)(const char *, const double *, const char *, size_t, size_t))abi_fortran_;
    double number = 5;

    IS(hidden("hello, world", &number, "you and me", 5, 3) == 3005);
}

IS_RIGHT(old, abi_old(1, 2.5, 3L) == 15)

static int add(void *context, int number)
{
    return number + *(int *)context + (abi_errno() < 0);
}

TEST(callback)
{
    int ten = 10;

    IS(abi_callback(add, &ten, 5) == 16);
}

TEST(errno_kept)
{
    errno = 77;
    IS(abi_errno() == 77 && errno == 7);
}

IS_RIGHT(booleans, abi_bool(1, -3, 65000) && !abi_bool(0, -3, 65000))

TEST(wide)
{
    abi_widest large = (abi_widest)1 << (8 * sizeof large - 28);

    IS(abi_wide(large, 3, -5) == 3 * large - 5);
}

#define ARGUMENTS(n) n, n + 0.5
IS_RIGHT(hundred, abi_hundred(ABI_HUNDRED(ARGUMENTS)) == 217150)

TEST(rounding)
{
    volatile double one = 1, three = 3, third; /* the compiler must not divide */
#if defined __x86_64__ && defined __linux__
    unsigned before = __builtin_ia32_stmxcsr(), up = before | 0x4000;

    __builtin_ia32_ldmxcsr(up);
    third = abi_divide(one, three);
    IS(third == 0x1.5555555555556p-2 && (__builtin_ia32_stmxcsr() & 0x6000) == 0x4000);
    __builtin_ia32_ldmxcsr(before);
#endif
    third = abi_divide(one, three);
    IS(third == 0x1.5555555555555p-2);
}

TEST(nothing)
{
    void (*volatile call)(void) = abi_nothing;

    call();
    IS(call == abi_nothing);
}

TEST(unwinding)
{
    void *address = abi_return_address();

#ifndef NO_STUB                      /* which says how to ask for the version */
    IS(made || abi_traced(address)); /* the first call has asked for the version */
#else
    IS(address != NULL);
#endif
}

static void (*const tests[])(void) = {
    unwinding,    variadic, many,    complex_float, complex_double, long_double,
    complex_long, vectors,  small,   pair,          floats,         doubles,
    in_memory,    whole,    fortran, old,           callback,       errno_kept,
    booleans,     wide,     hundred, rounding,      nothing,
};

int main(int count, char **words)
{
    int n = sizeof tests / sizeof *tests, first = count > 1 ? atoi(words[1]) : 0;

    if (first >= n)
        return 2; /* FIRST is too large */
    for (; made < 2 * n; made++)
        tests[(first + made) % n]();
    if (!wrong)
        puts("right");
    return wrong != 0;
}
