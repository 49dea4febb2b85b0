# A copy made with --search soname opens the SONAME as a link would. Like the full search, it has
# symbol versions, read-only slots, fallback values, a reason and the notes, and works with forks,
# races and calls from constructors. It reads no setting of a user.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"

cat >toy.toml <<'END'
name = "toy"
title = "Toy"
prefix = "lazytoy"
sonames = ["libtoy.so.3", "libtoy.so.2"]
headers = { "toy.h" = "always" }

[types.enums]
toyResult = { TOY_OK = 0, TOY_FAILED = 7 }

[absent]
otherwise = "stop"

[absent.returns]
toyResult = "TOY_FAILED"
"const char *" = "reason"

[symbols.versions]
TOY_1 = ["toy_both", "toy_add"]

[functions]
always = """
toyResult toy_add(double, int);
int toy_both(void);
const char *toy_error(void);
int toy_gone(void);
"""
END
"$PYTHON" "$SOURCE/gen" vendor toy.toml --search soname -o toy

cat >toy.c <<'END'
#ifndef EXPECTED
#define EXPECTED 5
#endif
#include <unistd.h>
#include <sys/wait.h>
#include <stdlib.h>
int toy_add(double a, int b) { return (int)a + b; }
int one(void) { return 1; }
int two(void) { return 2; }
__asm__(".symver one,toy_both@TOY_1\n.symver two,toy_both@@TOY_2");
const char *toy_error(void) { return "of the library"; }
int call_back(void) __attribute__((weak));
__attribute__((constructor)) static void start(void)
{
    int status;
    pid_t child;

    usleep(20000); /* so that threads race */
    if (call_back && call_back() != EXPECTED)
        abort();
    child = fork();
    if (child == 0)
        _exit(call_back ? call_back() != EXPECTED : 0);
    if (waitpid(child, &status, 0) != child || status)
        abort();
}
END
echo 'TOY_1 { global: toy_*; local: *; }; TOY_2 { global: toy_both; } TOY_1;' >toy.map
mkdir lib bare other
$CC -w -shared -fPIC -Wl,-soname,libtoy.so.2 -Wl,--version-script=toy.map toy.c -o lib/libtoy.so.2
sed '/symver/d; s/int one/int toy_both/' toy.c | $CC -w -xc -shared -fPIC -Wl,-soname,libtoy.so.2 - -o bare/libtoy.so.2
sed 's/TOY_/ELSE_/g' toy.map >else.map
sed 's/TOY_/ELSE_/g' toy.c |
    $CC -w -xc -DEXPECTED=7 -shared -fPIC -Wl,-soname,libtoy.so.2 -Wl,--version-script=else.map - -o other/libtoy.so.2

cat >main.c <<'END'
#define _GNU_SOURCE
#include "lazynccl.h"
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
int toy_add(double, int), toy_both(void), toy_gone(void);
const char *toy_error(void);
extern void *lazytoy_slots_toy[];
int call_back(void) { return toy_add(2.0, 3); }
static void *race(void *unused) { (void)unused; return (void *)(long)toy_add(2.0, 3); }

static const char *pages(const void *address)
{
    static char line[400], mode[8];
    unsigned long start, end;
    FILE *maps = fopen("/proc/self/maps", "r");

    while (fgets(line, sizeof line, maps))
        if (sscanf(line, "%lx-%lx %7s", &start, &end, mode) == 3 && start <= (unsigned long)address &&
            (unsigned long)address < end)
            break;
    fclose(maps);
    return mode;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    lazytoy_library *toy = lazytoy_toy();

    if (strcmp(what, "race") == 0) {
        pthread_t threads[16];
        void *sum;

        for (int i = 0; i < 16; i++)
            pthread_create(&threads[i], NULL, race, NULL);
        if (fork() == 0)
            _exit(toy_add(2.0, 3) != 5);
        for (int i = 0; i < 16; i++)
            if (pthread_join(threads[i], &sum) != 0 || (long)sum != 5)
                return 1;
        wait(&argc);
        return argc != 0;
    }
    if (strcmp(what, "freeze") == 0)
        lazytoy_freeze();
    if (strcmp(what, "stop") == 0)
        return toy_gone();
    errno = 77;
    printf("%d", toy_add(2.0, 3));
    printf(" %d %d %s", lazytoy_has(toy, "toy_both"), lazytoy_has(toy, "toy_gone"), toy_error());
    if (lazytoy_has(toy, "toy_both"))
        printf(" %d", toy_both());
    printf(" %s %s %d\n", pages(lazytoy_slots_toy), lazytoy_why(toy) ? "absent" : "open", errno);
    printf("%d %d\n", lazytoy_symbol(toy, "toy_gone") != NULL, lazytoy_symbol(toy, NULL) != NULL);
    if (lazytoy_why(toy))
        printf("%s\n", lazytoy_why(toy));
    else if (lazytoy_symbol(toy, "toy_error") != lazytoy_slots_toy[2])
        return 4;
    return lazytoy_load(toy) == 0 ? !lazytoy_available(toy) : 3;
}
END

# built COMPILER...: builds the program and checks its contents.
built()
{
    echo "$*"
    "$@" -Wall -Wextra -Werror -rdynamic main.c toy/lazynccl.c -Itoy -o program -ldl -lpthread
}

# ran FOLDER ARGUMENT: prints the program's output with the library in this folder.
ran()
{
    status=0
    LD_LIBRARY_PATH=$stage/$1 ./program ${2-} >said 2>&1 || status=$?
}

works()
{
    ran lib
    equal "$status $(head -n 1 said)" '0 5 1 0 of the library 1 r--p open 77'
    equal "$(sed 1d said)" '0 0'
    ran bare
    equal "$status $(head -n 1 said)" '0 5 1 0 of the library 1 r--p open 77'
    ran other
    equal "$status $(head -n 1 said)" '0 7 0 0 of the library r--p open 77'
    ran lib race
    equal "$status $(cat said)" '0 '
    ran empty
    equal "$status" 3
    says said '^7 0 0 libtoy.so.3: cannot open .* rw-p absent 77$'
    ran lib freeze
    says said '^7 0 0 not opened before lazytoy_freeze\(\) rw-p absent 77$'
    equal "$status" 3
    ran empty stop
    equal "$status" 134
    says said '^lazytoy: toy_gone: libtoy.so.3: cannot open '
    ran lib stop
    says said '^lazytoy: toy_gone: .*/libtoy.so.2 lacks it, or has another version$'
}

for compiler in "gcc -O2" "gcc -Os -flto" "clang -O1"; do
    can_link $compiler || continue
    built $compiler
    works
done
[ -e program ] || built $CC
readelf -n program >notes || true # old ones do not know the note of dlopen
says notes 'lazynccl'
readelf -p .note.dlopen program >notes
says notes '"soname":\["libtoy.so.3","libtoy.so.2"\],"feature":"toy".*"priority":"recommended"'
nm -D --defined-only program >names
says_not names 'lazytoy|toy_'
if command -v strace >/dev/null && strace -o trace true 2>/dev/null; then
    LD_LIBRARY_PATH=$stage/lib strace -f -e trace=openat,open,readlink -o trace ./program
    says_not trace 'pyvenv|site-packages|/proc/self/(exe|environ)|ld.so.conf'
fi
for sanitizer in address undefined; do
    can_link gcc -fsanitize=$sanitizer || continue
    $CC -fsanitize=$sanitizer -g main.c toy/lazynccl.c -Itoy -o program -ldl -lpthread
    LD_LIBRARY_PATH=$stage/lib ./program >said
    says said '^5 1 0'
    ran empty
    equal "$status" 3
done

# A reason of ld.so that is too long is cut, so that nothing is written behind it.
deep=$PWD/$(printf '%0150d' 1)/$(printf '%0150d' 2)
mkdir -p "$deep"
echo 'char memory[300 << 20]; int inner(void) { return 1; }' >inner.c
$CC -shared -fPIC inner.c -o "$deep/libinner.so"
echo 'int inner(void); int outer(void) { return inner(); }' >outer.c
$CC -shared -fPIC outer.c "$deep/libinner.so" -o libouter.so.1 -Wl,-soname,libouter.so.1
"$PYTHON" "$SOURCE/gen" vendor ./libouter.so.1 --search soname -o outer >/dev/null
cat >why.c <<'END'
#include "outer/lazynccl.h"
#include <stdio.h>
int main(void)
{
    const char *why = lazyouter_why(lazyouter_outer());

    return puts(why ? why : "opened") < 0;
}
END
$CC why.c outer/lazynccl.c -o why -ldl
equal "$(LD_LIBRARY_PATH=$stage ./why)" opened
(
    ulimit -v 100000
    LD_LIBRARY_PATH=$stage ./why
) >said
says said '^libouter.so.1: .*; the next call searches again$'
[ "$(wc -c <said)" -le 960 ] || fail "$(wc -c <said) bytes in 960"
