# With open = "start", one constructor of priority 101 opens the libraries of a copy in the order in
# which they are given. An earlier constructor may call a library, which then opens earlier.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/variants/toy.sh"

for name in toy duck; do
    cat >$name.c <<C
#include <unistd.h>
__attribute__((constructor)) static void start(void) { if (write(1, "$name ", ${#name} + 1)) return; }
int ${name}_where(void) { return 1; }
C
    mkdir -p $name
    $CC -shared -fPIC -Wl,-soname,lib$name.so.1 $name.c -o $name/lib$name.so.1
done
export LD_LIBRARY_PATH="$stage/toy:$stage/duck" FULL_SEARCH=loaded,env
export FULL_LIBPATH="$LD_LIBRARY_PATH"

cat >main.c <<'C'
#include "lazynccl.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int toy_where(void), duck_where(void);
static void say(const char *text) { if (write(1, text, strlen(text)) < 0) _exit(1); }
#ifdef EARLIER
__attribute__((constructor(101))) static void earlier(void) { EARLIER; say("earlier "); }
#endif
__attribute__((constructor)) static void construct(void) { say("constructor "); }
int main(void)
{
    say("main ");
    errno = 77;
#ifndef THAWED
    PREFIX(freeze)();
#endif
    printf("%d %d %d\n", toy_where(), duck_where(), errno);
    return 0;
}
C
# built OPTION...: makes the program from main.c and the copy of $search.
built()
{
    $CC "-DPREFIX(name)=${search}_##name" -Iearly main.c "$@" -o program -ldl -lpthread
}
for search in small full; do
    toy_copy $search 'int toy_where(void);'
    sed 's/toy/duck/g' $search.toml >duck.toml
    "$PYTHON" "$SOURCE/gen" vendor duck.toml $search.toml --search $(toy_search $search) --open start -o early
    $CC -c early/lazynccl.c -o copy.o
    built copy.o -Wl,--gc-sections
    equal "$(./program)" 'duck toy constructor main 1 1 77'
    built copy.o '-DEARLIER=toy_where()'
    equal "$(./program)" 'toy earlier duck constructor main 1 1 77'
    readelf -p .note.dlopen program >note
    says note 'libtoy.so.1.*opened at startup.*"priority":"recommended"'
    if can_link $CC -static; then # glibc opens a library only with the glibc of the link
        built copy.o -static 2>messages
        (unset LD_LIBRARY_PATH && FULL_LIBPATH=/nowhere ./program) >said
        equal "$(cat said)" 'constructor main -7 -7 77'
    fi
    if [ $search = small ]; then
        built -O2 -flto early/lazynccl.c # has its own order of constructors
        equal "$(./program)" 'duck toy constructor main 1 1 77'
    fi
done

# The key is that of one library.
toy_copy small 'int toy_where(void);'
sed 's/toy/duck/g; s/^sonames/open = "start"\n&/' small.toml >duck.toml
"$PYTHON" "$SOURCE/gen" vendor small.toml duck.toml --search soname -o early
says early/lazynccl.h 'at the first call or before main\(\)'
search=small
built -DTHAWED early/lazynccl.c
equal "$(./program)" 'duck constructor main toy 1 1 77'
