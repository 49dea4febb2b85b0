# The first call and later calls of a described library preserve every kind of argument and result:
# variadic and vector arguments, long double, complex, structs in registers and in memory,
# callbacks, functions with unknown parameters, errno. Without the library each call stops with the
# reason.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/gen/describe.sh"

cat >toy.h <<'END'
#include <stdarg.h>
#include <stddef.h>
#ifdef __x86_64__
#include <immintrin.h>
#else
typedef double __m128d __attribute__((vector_size(16)));
#endif
typedef struct { double x, y; } toyPoint;
typedef struct { char bytes[128]; } toyBig;
typedef struct { float a; long b; } toyMixed;
typedef double toyWide __attribute__((vector_size(32)));
double toySum(int count, ...);
int toyList(const char *form, va_list rest);
long double toyLong(long double a, int b);
double _Complex toyComplex(double _Complex a, float _Complex b);
toyPoint toyMove(toyPoint a, double by);
toyMixed toyMix(toyMixed a);
toyBig toyFill(char with, toyBig was);
__m128d toyAdd(__m128d a, __m128d b);
toyWide toyScale(toyWide a, double by) __attribute__((target("avx")));
int toyCall(int (*call)(int), int with);
int toyOld();
int toyErrno(int value);
long toyMany(long a, long b, long c, long d, long e, long f, long g, char h, double i);
_Bool toyTrue(void);
END
cat >toy.c <<'END'
#include "toy.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
double toySum(int count, ...)
{
    va_list rest;
    double sum = 0;
    va_start(rest, count);
    while (count--)
        sum += va_arg(rest, double);
    va_end(rest);
    return sum;
}
int toyList(const char *form, va_list rest) { char text[40]; return vsnprintf(text, 40, form, rest); }
long double toyLong(long double a, int b) { return a * b; }
double _Complex toyComplex(double _Complex a, float _Complex b) { return a * b; }
toyPoint toyMove(toyPoint a, double by) { return (toyPoint){a.x + by, a.y + by}; }
toyMixed toyMix(toyMixed a) { return (toyMixed){a.a * 2, a.b * 2}; }
toyBig toyFill(char with, toyBig was) { memset(was.bytes, with, 127); return was; }
__m128d toyAdd(__m128d a, __m128d b) { return a + b; }
toyWide toyScale(toyWide a, double by) { return a * by; }
int toyCall(int (*call)(int), int with) { return call(with); }
int toyOld(int a, int b) { return a - b; }
int toyErrno(int value) { int was = errno; errno = value; return was; }
long toyMany(long a, long b, long c, long d, long e, long f, long g, char h, double i)
{
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * (long)i;
}
_Bool toyTrue(void) { return 1; }
END
cat >main.c <<'END'
#include "toy.h"
#include <complex.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
static int failures;
#define IS(what) ((what) ? (void)0 : (void)(failures++, printf("line %d: %s\n", __LINE__, #what)))
static int twice(int a) { return 2 * a; }
static int list(const char *form, ...)
{
    va_list rest;
    va_start(rest, form);
    int size = toyList(form, rest);
    va_end(rest);
    return size;
}
#ifdef __x86_64__
__attribute__((target("avx")))
#endif
static void wide(void)
{
    toyWide a = {1, 2, 3, 4}, b = toyScale(a, 2);
    IS(b[0] == 2 && b[1] == 4 && b[2] == 6 && b[3] == 8);
}
static void first(int which)
{
    toyBig big = {{0, [127] = 'z'}};
    toyPoint point = {1, 2};
    toyMixed mixed = {1.5f, 7};
    __m128d pair = {1, 2};

    switch (which) {
    case 0: IS(toySum(9, 1., 2., 3., 4., 5., 6., 7., 8., 9.) == 45); break;
    case 1: IS(list("%d %s %.1f", 1, "two", 3.) == 9); break;
    case 2: IS(toyLong(1.25L, 4) == 5); break;
    case 3: IS(toyComplex(1 + 2 * I, 3 - I) == 5 + 5 * I); break;
    case 4: point = toyMove(point, 3); IS(point.x == 4 && point.y == 5); break;
    case 5: mixed = toyMix(mixed); IS(mixed.a == 3 && mixed.b == 14); break;
    case 6: big = toyFill('x', big); IS(big.bytes[126] == 'x' && big.bytes[127] == 'z'); break;
    case 7: pair = toyAdd(pair, pair); IS(pair[0] == 2 && pair[1] == 4); break;
#ifdef __x86_64__
    case 8: if (__builtin_cpu_supports("avx")) wide(); break;
#else
    case 8: wide(); break;
#endif
    case 9: IS(toyCall(twice, 21) == 42); break;
    case 10: IS(toyOld(9, 4) == 5); break;
    case 11: errno = 5; IS(toyErrno(7) == 5 && errno == 7); break;
    case 12: IS(toyMany(1, 2, 3, 4, 5, 6, 7, 8, 9.) == 285); break;
    case 13: IS(toyTrue()); break;
    }
}
int main(int argc, char **argv)
{
    int which = argc > 1 ? atoi(argv[1]) : 0;
    for (int i = 0; i < 14; i++)
        first((which + i) % 14);
    return failures;
}
END
$CC -w -O1 -fPIC -shared -Wl,-soname,libtoy.so.1 toy.c -o libtoy.so.1
describe 0 toy.h libtoy.so.1 -o toy.toml
full toy.toml
says said '^toy.toml: 14 functions: 0 return fallback values, 14 stop'
"$PYTHON" "$SOURCE/gen" vendor toy.toml --search full -o toy
for options in -O0 -O2; do
    $CC -w $options -c main.c -o main.o
    $CC -Wall -Wextra -Werror $options -c toy/lazynccl.c -o lazynccl.o
    $CC main.o lazynccl.o -o main
    for which in 0 1 2 3 4 5 6 7 8 9 10 11 12 13; do
        LAZYNCCL_LIBPATH=$PWD/libtoy.so.1 ./main $which || fail "$options, first call $which"
        [ "$which" != 8 ] || continue # the program omits this call on a machine without AVX
        status=0
        ./main $which >said 2>&1 || status=$?
        equal "$status" 134
        says said 'libtoy cannot be used: no libtoy.so.1 in any search location; name the file in'
    done
done

# If the file has another release than the headers and lacks a function, that call stops and the
# others work.
sed -i 's/^_Bool toyTrue.*//' toy.c
$CC -w -O1 -fPIC -shared -Wl,-soname,libtoy.so.1 toy.c -o libtoy.so.1
status=0
LAZYNCCL_LIBPATH=$PWD/libtoy.so.1 ./main >said 2>&1 || status=$?
equal "$status" 134
says_not said '^line'
says said "toyTrue is not in $PWD/libtoy.so.1; name the file in LAZYNCCL_LIBPATH"
