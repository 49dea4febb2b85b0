# Through lazynccl_data.h a program uses variables of any type as if it were linked with the
# library, also those that only macros and inline functions use. Without the library the program
# ends with the reason. `describe` lists these macros and inline functions. A variable is left out
# if it is thread-local, or if its name is also a macro or tag.
cat >toy.h <<'END'
#ifdef __cplusplus
extern "C" {
#endif
struct toy_interface { const char *name; int version; };
extern const struct toy_interface toy_thing_interface;
extern int toy_list[4];
extern const char *const toy_names[];
extern int (*toy_hook)(int), toy_other;
extern struct toy_world { int x; } toy_world;
extern __thread int toy_error;
extern int toy_shadow;
#define toy_shadow toy_shadow
#define TOY_OTHER (&(toy_other))
#define TOY_OTHERS TOY_OTHER
int toy_get(const struct toy_interface *);
static inline int toy_version(void) { return toy_get(&toy_thing_interface); }
static inline int toy_plain(void) { return 1; }
#ifdef __cplusplus
}
#endif
END
cat >toy.c <<'END'
#include "toy.h"
#undef toy_shadow
const struct toy_interface toy_thing_interface = {"thing", 7};
int toy_list[4] = {1, 2, 3, 4};
const char *const toy_names[] = {"a", "b"};
struct toy_world toy_world;
static int next(int x) { return x + 1; }
int (*toy_hook)(int) = next, toy_other = 5, toy_shadow;
__thread int toy_error;
int toy_get(const struct toy_interface *i) { return i == &toy_thing_interface ? i->version : -1; }
END
cat >main.c <<'END'
#include "toy.h"
#include <stdio.h>
int main(void)
{
    toy_list[2] = 9;
    *TOY_OTHERS += 1;
    printf("%d %d %s %d %d %d\n", toy_version(), toy_list[2] + (int)(sizeof toy_list), toy_names[1],
           toy_hook(1), toy_other, toy_plain());
    return 0;
}
END
library toy.c libtoy.so.1
# The file alone does not say what its variables are; the message says which command does.
$CC -c main.c -o main.o
exits 1 "$PYTHON" "$SOURCE/gen" vendor libtoy.so.1 --only main.o -o small >said 2>&1
says said '^main.o: toy_list is a variable of libtoy.so.1, which is lazy only with the headers: lazynccl describe HEADER... libtoy.so.1 -o toy.toml, then vendor toy.toml$'
describe 0 toy.h libtoy.so.1 -o toy.toml --fail int=-1
equal "$(sed "s|$PWD/||; 1d" said)" 'left out (3): variables: programs that use them must link the library
    toy.h:10: toy_error (thread-local)
    toy.h:11: toy_shadow (also a macro or tag)
    toy.h:9: toy_world (also a macro or tag)
data: 5 variables: programs that use them must include lazynccl_data.h, which vendor writes, before the headers, or they do not link
    toy_hook toy_list toy_names toy_other toy_thing_interface
data: macros and inline functions that use the variables:
    TOY_OTHER TOY_OTHERS toy_version'
row 'data = ["toy_hook", "toy_list", "toy_names", "toy_other", "toy_thing_interface"]'
"$PYTHON" "$SOURCE/gen" vendor toy.toml -o small
$CC -Wall -Wextra -pedantic -Werror -O2 -c small/lazynccl.c -o lazynccl.o
$CC -include small/lazynccl_data.h main.c lazynccl.o -o main
equal "$(LD_LIBRARY_PATH=$PWD ./main)" '7 25 b 2 6 1'
exits 134 ./main >said 2>&1
says said '^lazytoy: toy_list: libtoy cannot be used: no libtoy.so.1 in any search location'
full toy.toml
"$PYTHON" "$SOURCE/gen" vendor toy.toml --search full -o toy
$CC -Wall -Wextra -pedantic -Werror -O2 -c toy/lazynccl.c -o lazynccl.o
cp main.c main.cpp
for compile in "$CC -O2 -Wall -Wextra -Werror" "${CXX:-c++} -x c++ -Wall -Wextra -Werror"; do
    $compile -include toy/lazynccl_data.h -c main.c -o main.o
    $CC main.o lazynccl.o -o main
    equal "$(LAZYNCCL_LIBPATH=$PWD/libtoy.so.1 ./main)" '7 25 b 2 6 1'
    exits 134 ./main >said 2>&1
    says said '^lazynccl: toy_list: libtoy cannot be used: no libtoy.so.1 '
done
echo 'int toy_get(void *a) { return 0; }' >other.c
library other.c libtoy.so.1
LAZYNCCL_LIBPATH=$PWD/libtoy.so.1 ./main >said 2>&1 || :
says said "^lazynccl: toy_list: $PWD/libtoy.so.1 has no such variable$"

sed -i 's/^data = .*/data = ["toy_get"]/' toy.toml
exits 1 "$PYTHON" "$SOURCE/gen" vendor toy.toml -o wrong >said 2>&1
says said "^toy.toml:[0-9]+: 'toy_get' in data is not the name of a variable$"
