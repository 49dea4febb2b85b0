/* A library with functions for every kind of argument and result in C. Each returns the sum of its
 * arguments, so that a lost or moved argument changes the sum. */
#include <complex.h>
#include <stdarg.h>
#include <stddef.h>

struct abi_byte {
    signed char a;
};
struct abi_mixed {
    long a;
    double b;
};
struct abi_floats {
    float a, b, c;
};
struct abi_doubles {
    double a, b, c, d;
};
struct abi_three {
    long a, b, c;
};
struct abi_large {
    unsigned char bytes[320];
};
#if defined __AVX512F__
#define ABI_VECTOR 64
#elif defined __AVX__
#define ABI_VECTOR 32
#else
#define ABI_VECTOR 16
#endif
typedef double abi_vector __attribute__((vector_size(ABI_VECTOR)));
#ifdef __SIZEOF_INT128__
typedef __int128 abi_widest;
#else
typedef long long abi_widest;
#endif

/* A hundred arguments, of which of(10) to of(59) are two each. */
#define ABI_TEN(of, n)                                                                             \
    of(n##0), of(n##1), of(n##2), of(n##3), of(n##4), of(n##5), of(n##6), of(n##7), of(n##8),      \
        of(n##9)
#define ABI_HUNDRED(of)                                                                            \
    ABI_TEN(of, 1), ABI_TEN(of, 2), ABI_TEN(of, 3), ABI_TEN(of, 4), ABI_TEN(of, 5)
#define ABI_PARAMETERS(n) long whole##n, double part##n

double abi_divide(double, double);
double abi_hundred(ABI_HUNDRED(ABI_PARAMETERS));
double abi_variadic(const char *kinds, ...); /* i: int, d: double, L: long double, p: pointer */
double abi_list(const char *kinds, va_list);
double abi_many(int, int, int, int, int, int, int, int, int, int, int, int, double, double, double,
                double, double, double, double, double, double, double);
float _Complex abi_complex_float(float _Complex, float _Complex);
double _Complex abi_complex(double _Complex, int, double _Complex);
long double abi_long_double(long double, int, long double);
long double _Complex abi_complex_long(long double _Complex);
abi_vector abi_vectors(abi_vector, abi_vector, abi_vector, abi_vector, abi_vector, abi_vector,
                       abi_vector, abi_vector);
struct abi_byte abi_small(struct abi_byte, struct abi_byte);
struct abi_mixed abi_pair(struct abi_mixed, struct abi_mixed, struct abi_mixed);
struct abi_floats abi_three_floats(struct abi_floats, float);
struct abi_doubles abi_four_doubles(struct abi_doubles, struct abi_doubles);
struct abi_three abi_in_memory(int, struct abi_three);
struct abi_large abi_whole(struct abi_large, int, struct abi_large);
double abi_fortran_(const char *, const double *, const char *); /* and two hidden lengths */
double abi_old(); /* K&R: no types at all */
int abi_callback(int (*)(void *, int), void *, int);
int abi_errno(void);
_Bool abi_bool(_Bool, signed char, unsigned short);
abi_widest abi_wide(abi_widest, int, abi_widest);
void abi_nothing(void);
void *abi_return_address(void);
int abi_version(int *);
int abi_traced(void *); /* 1: abi_version() was last called below a call with this return address */
