# Everything that is left out is listed with the header's file and line and the reason: thread-local
# data, old symbol versions, functions of the C library, declarations that the file lacks. A
# function that only a macro mentions is described by its name. A function with vector arguments of
# a special calling convention is left out if its file marks it.
need_tool

cat >toy.h <<'END'
#define toyOpen toyOpen_v2
#define toyRenamed(a) toyHidden(a, 1)
int toyOpen(int);
int toyStart(void);
int toyNewer(void);
extern int toyCount;
extern __thread int toyError;
int toyBoth(void);
char *strdup(const char *);
END
cat >toy.c <<'END'
int toyCount;
__thread int toyError;
int toyOpen(int a) { return 1; }
int toyOpen_v2(int a) { return 2; }
int toyHidden(int a, int b) { return a; }
int toyStart(void) { return 0; }
char *strdup(const char *a) { return 0; }
int toyInternal(void) { return 0; }
int old(void) { return 1; }
int new(void) { return 2; }
__asm__(".symver old,toyBoth@TOY_1\n.symver new,toyBoth@@TOY_2\n.symver old,toyGone@TOY_1");
END
printf 'TOY_1 { global: toy*; strdup; local: *; };\nTOY_2 { } TOY_1;\n' >toy.map
library toy.c libtoy.so.1 -Wl,--version-script=toy.map
describe 0 toy.h libtoy.so.1 -o toy.toml
equal "$(sed -n '/^always/,/^"""/p' toy.toml | sed '1d;$d')" 'int toyBoth(void);
toyHidden;
toyOpen;
int toyOpen_v2(int);
int toyStart(void);'
equal "$(sed "s|$PWD/||; 1d" said)" '2 without a declaration: a macro uses them, but no header declares them
    toy.h:2: toyHidden
    toy.h:1: toyOpen
left out (1): declared, but not exported by libtoy.so.1: make sure that the headers have the version of the file
    toy.h:5: toyNewer
left out (1): variables: programs that use them must link the library
    toy.h:7: toyError (thread-local)
left out (1): functions that the C library also has: calls of them must not stop the program
    strdup
left out (2): older symbol versions: only programs that were linked with them use them
    toyBoth@TOY_1
    toyGone@TOY_1
left out (1): exported, but not declared: give the headers that declare them
    toyInternal
data: 1 variable: programs that use them must include lazynccl_data.h, which vendor writes, before the headers, or they do not link
    toyCount
stop: 3 int; what does int return on failure? add --fail int=VALUE'

command -v aarch64-linux-gnu-gcc >/dev/null || exit 0
cat >toy.h <<'END'
double toyWide(double) __attribute__((aarch64_vector_pcs));
double toyPlain(double);
END
cat >toy.c <<'END'
#include "toy.h"
__attribute__((aarch64_vector_pcs)) double toyWide(double a) { return a; }
double toyPlain(double a) { return a; }
END
aarch64-linux-gnu-gcc -fPIC -shared -Wl,-soname,libtoy.so.1 toy.c -o libtoy.so.1
describe 0 toy.h libtoy.so.1 -o toy.toml --target aarch64-linux-gnu
row 'double toyPlain(double);'
says_not toy.toml toyWide
says said '^left out \(1\): functions with vector arguments .*: programs that call them must link the library$'
says said "^    $PWD/toy.h:1: toyWide$"
exits 1 "$TOOL" stand-in "$PWD/libtoy.so.1" -o out >said 2>&1
says said 'it exports functions with vector arguments, which a first call cannot preserve'
