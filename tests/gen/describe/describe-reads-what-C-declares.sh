# Every function that the headers declare and the file exports gets a row with the declaration as in
# the header: variadic functions, const typedefs, structs by value, callbacks, tags, vector types.
# The stub never contains a parameter's name, a comment or a path.
mkdir toy
cat >toy.h <<'END'
#include "toy/more.h" /* a secret comment */
typedef unsigned char toyByte;
typedef struct { int x, y; } toyPoint;
typedef int (*toyCompare)(const void *, const void *);
int toyPrint(const char *form, ...);
int toyList(const char *form, va_list rest);
unsigned long toySum(const toyByte *bytes, unsigned int count);
toyPoint toyMove(toyPoint point, double by);
void toySort(void *rows, size_t count, toyCompare compare);
int toyRows(int (*rows)[4], void (*(*find)(int))(void), volatile int *flag);
long double toyLong(long double a);
double _Complex toyComplex(float _Complex a);
_Bool toyOld();
void toyEnd(int status) __attribute__((noreturn));
void (*toySignal(int number, void (*handler)(int)))(int);
int toyLabel(int a) __asm__("toy_label_2");
static inline int toyTwice(int a) { return 2 * a; }
END
cat >toy/more.h <<'END'
#pragma once
#include <stdarg.h>
#include <stddef.h>
struct toyBox;
enum toyKind { toyBig __attribute__((deprecated)) };
enum __attribute__((deprecated)) toyAge { toyYoung };
int toyTag(struct toyBox *box, enum toyKind kind);
END
grep -oE '\b(toy[A-Z][a-z]+)\(|toy_label_2' toy.h toy/more.h -h | sed 's/($//' | sort -u |
    sed 's/.*/void &(void) {}/' >toy.c
library toy.c libtoy.so.1
describe 0 toy.h libtoy.so.1 -o toy.toml
row 'name = "toy"'
row 'headers = { "toy.h" = "always" }'
row 'sonames = ["libtoy.so.1"]'
row 'otherwise = "stop"'
equal "$(sed -n '/^always/,/^"""/p' toy.toml | sed '1d;$d')" '_Complex double toyComplex(_Complex float);
toyEnd;
int toyList(const char *, va_list);
long double toyLong(long double);
toyPoint toyMove(toyPoint, double);
_Bool toyOld(void);
int toyPrint(const char *, ...);
int toyRows(int (*)[4], void (*(*)(int))(void), volatile int *);
toySignal;
void toySort(void *, size_t, toyCompare);
unsigned long toySum(const toyByte *, unsigned int);
int toyTag(struct toyBox *, enum toyKind);
int toy_label_2(int);'
says_not toy.toml "$PWD|secret|form|bytes|status"
says said '^left out \(2\): exported, but not declared'
says said '^    toyLabel toyTwice$'
