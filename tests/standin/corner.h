/* A library with a function for each kind of call.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdarg.h>

#ifdef __cplusplus
extern "C" {
#endif

struct big {
    double d[16];
};
struct pair {
    long a;
    double b;
};
typedef double wide __attribute__((vector_size(WIDE)));

int corner_variadic(int count, ...);
double corner_many(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j,
                   long k, long l, double m, double n, double o, double p, double q, double r,
                   double s, double t, double u, double v, struct big w);
struct big corner_big(struct big, long);
struct pair corner_pair(struct pair);
wide corner_wide(wide, wide, wide, wide, wide, wide, wide, wide);
long double corner_long_double(long double, long double);
_Complex double corner_complex(_Complex double);
int corner_callback(int (*)(void *), void *);
int corner_chosen(int);                   /* an IFUNC */
int corner_versioned(void);               /* 1 in V1, 2 in V2 */
int corner_errno(void);                   /* leaves errno alone */
int corner_called_itself(void);           /* the constructor's result of corner_self() */
int corner_self(int);
int corner_alignment(void);               /* the stack's, modulo 16 */
extern int corner_data;

#ifdef __cplusplus
}
#endif
