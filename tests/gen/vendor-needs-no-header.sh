# `vendor LIBRARY.so` takes names, symbol versions and the SONAME from the file. A program that is
# linked with the vendored files calls the same functions and versions as with a direct link. A call
# of an absent function stops with one line. Symbols that cannot be lazy are listed.
cat >first.c <<'END'
double toy_sum(int count, ...) { return count; }
int old(void) { return 1; }
int new(void) { return 2; }
__asm__(".symver old,toy_both@TOY_1\n.symver new,toy_both@@TOY_2");
int toy_variable = 5;
_Thread_local int toy_thread = 6;
void *memccpy(void *to, const void *from, int c, unsigned long size) { return to; }
END
echo 'TOY_1 { global: toy*; memccpy; local: *; }; TOY_2 { global: toy_both; };' >toy.map
mkdir lib later
library="$CC -w -shared -fPIC -Wl,-soname,libtoy-2.so.1 -Wl,--version-script=toy.map"
$library first.c -o lib/libtoy-2.so.1
"$PYTHON" "$SOURCE/gen" vendor lib/libtoy-2.so.1 -o toy >said
equal "$(cat said)" 'lib/libtoy-2.so.1: 2 functions; a call of an absent one stops the program
left out (1): variables: for programs that use them, describe the library from its headers (lazynccl describe)
    toy_variable
left out (1): thread-local variables, or of C++: programs that use them must link the library
    toy_thread
left out (1): functions that the C library also has
    memccpy'
# It needs Python alone: neither a compiler nor the command.
(PATH=/nowhere CC=/nowhere/cc; export PATH CC; exec "$PYTHON" "$SOURCE/gen" vendor lib/libtoy-2.so.1 -o alone) >told
cmp said told
cmp toy/lazynccl.c alone/lazynccl.c
cat >main.c <<'END'
#include "lazynccl.h"
#include <stdio.h>
double toy_sum(int, ...);
int toy_both(void);
int main(void)
{
    printf("%g %d\n", toy_sum(3, 1.0), toy_both());
    return lazytoy2_load(lazytoy2_toy2());
}
END
$CC -Wall -Wextra -Werror main.c -Itoy toy/lazynccl.c -o program -ldl
readelf -dW program >needed
says_not needed toy
equal "$(LD_LIBRARY_PATH=$PWD/lib ./program)" '3 2'

# A later release has another default version.
cp first.c later.c
sed -i 's/@@TOY_2/@TOY_2/' later.c
echo 'int newest(void) { return 3; } __asm__(".symver newest,toy_both@@TOY_3");' >>later.c
echo 'TOY_3 { global: toy_both; };' >>toy.map
$library later.c -o later/libtoy-2.so.1
equal "$(LD_LIBRARY_PATH=$PWD/later ./program)" '3 2'

exits 134 ./program >said 2>&1
equal "$(grep -c lazytoy2 said)" 1
says said '^lazytoy2: toy_(sum|both): libtoy-2 cannot be used: no libtoy-2.so.1 in any search location'

# refuses PATTERN LIBRARY
refuses()
{
    exits 1 "$PYTHON" "$SOURCE/gen" vendor "$2" -o none >said 2>&1
    equal "$(wc -l <said)" 1
    says said "$1"
    [ ! -e none ] || fail "there is $(ls none)"
}
echo '/* GNU ld script */ GROUP ( libtoy-2.so.1 )' >libscript.so
refuses 'libscript.so: .*; it is a linker script: give the library that it names$' libscript.so
refuses 'none.so.1: .*No such file' ./none.so.1
refuses '^none.so.1: neither in this folder nor among the libraries of .*: give its path$' none.so.1
"$PYTHON" "$SOURCE/gen" vendor "$stage/lib/libtoy-2.so.1" -o given >said

# A name without a folder is the file that the linker takes for -l:NAME.
where=$(realpath "$($CC -print-file-name=libgcc_s.so.1)")
"$PYTHON" "$SOURCE/gen" vendor libgcc_s.so.1 -o unwind >said
equal "$(realpath "$(sed -n '1s/: [0-9]* functions.*//p' said)")" "$where"
equal "$("$PYTHON" "$SOURCE/gen" vendor --check unwind | sed 's/ as .*//')" unwind:
