# A vendored copy passes the cases that Implib.so tests, as far as it has the feature: the list in
# docs/any-library.md names the others.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
export LD_LIBRARY_PATH="$stage"

# copy LIBRARY FOLDER [OPTION...]: makes a copy of the library.
copy()
{
    "$PYTHON" "$SOURCE/gen" vendor "$1" -o "$2" ${3+"$3" "$4"} >said 2>&1 || fail "vendor: $(cat said)"
}

cat >part.c <<'END'
int part_data = 3;
int part_one(int x) { return x + 1; }
double part_two(int a, float b, int c, double d, int e, float f, int g, double h, int i, int j, int k, int l,
                double m, double n, double o, double p, double q, double r)
{
    return a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q + r;
}
END
cat >main.c <<'END'
#include <pthread.h>
#include <stdio.h>
int part_one(int);
double part_two(int, float, int, double, int, float, int, double, int, int, int, int, double, double, double,
                double, double, double);
static void *run(void *unused)
{
    (void)unused;
    return (void *)(long)part_one(1);
}
int use(void)
{
    pthread_t threads[128];
    void *got;

    for (int i = 0; i < 128; i++)
        if (pthread_create(&threads[i], NULL, run, NULL))
            return 1;
    for (int i = 0; i < 128; i++)
        if (pthread_join(threads[i], &got) || (long)got != 2)
            return 1;
    return printf("%g\n", part_two(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18)) != 4;
}
#ifndef SHARED
int main(void) { return use(); }
#endif
END
$CC -shared -fPIC part.c -o libpart.so

# Basic, many arguments, and 128 threads: in programs of both kinds, and in a shared library. Nothing
# is exported unless the builder asks for it. Variables are listed.
copy libpart.so part
says said '^ +part_data$'
for kind in '-fPIE -pie' '-fno-pie -no-pie'; do
    $CC $kind main.c part/lazynccl.c -o program -ldl -lpthread
    equal "$(./program)" 171
done
$CC -DSHARED -shared -fPIC main.c part/lazynccl.c -o libuse.so -ldl -lpthread
echo 'int use(void); int main(void) { return use(); }' >user.c
$CC user.c libuse.so -o program
equal "$(./program)" 171
nm -D --defined-only libuse.so >names
says_not names 'part_one|lazypart'
$CC -DLAZYPART_EXPORTED -DSHARED -shared -fPIC main.c part/lazynccl.c -o libuse.so -ldl -lpthread
nm -D --defined-only libuse.so >names
says names 'part_one'
equal "$(./program)" 171

# The linker in place of the program's own
LAZY_PYTHON=$PYTHON LAZY_LIBS=part $CC -B"$SOURCE/gen/link/wrapper" main.c -L. -lpart -o program -lpthread
equal "$(readelf -d program | grep -c 'NEEDED.*libpart')" 0
equal "$(./program)" 171

# A list of names, without the library or a header
cat >names.toml <<'END'
name = "part"
title = "Part"
prefix = "lazypart"
sonames = ["libpart.so"]

[absent]
otherwise = "stop"

[functions]
always = """
part_one;
part_two;
"""
END
copy names.toml named
$CC main.c named/lazynccl.c -o program -ldl -lpthread
equal "$(./program)" 171

# A library that the program has opened, and one whose handle the program gives
copy names.toml full --search full
mkdir opened
$CC -shared -fPIC part.c -o opened/libpart.so
cat >opened.c <<'END'
#include "full/lazynccl.h"
#include <dlfcn.h>
#include <stdio.h>
int part_one(int);
int main(int count, char **words)
{
    void *handle = dlopen(words[1], RTLD_LAZY | RTLD_GLOBAL);

    if (count > 2 && lazypart_set_handle(lazypart_part(), handle))
        return 1;
    return printf("%d\n", part_one(1)) != 2;
}
END
$CC opened.c full/lazynccl.c -o program -ldl -lpthread
mv libpart.so away.so
equal "$(LAZYPART_SEARCH=api ./program opened/libpart.so handle)" 2
equal "$(LAZYPART_SEARCH=loaded ./program opened/libpart.so)" 2
mv away.so libpart.so

# 8,193 functions
"$PYTHON" -c 'for i in range(8193): print(f"int many_{i}(void) {{ return {i}; }}")' >many.c
"$PYTHON" -c 'print("int main(void) { int many_0(void), many_4096(void), many_8192(void);"
                    "return many_0() + many_4096() != 4096 || many_8192() != 8192; }")' >all.c
$CC -shared -fPIC many.c -o libmany.so
copy libmany.so many
$CC all.c many/lazynccl.c -o program -ldl
./program

# Two libraries with the same names: one library that exports names of each
echo 'int f(void) { return 1; } int g(void) { return 2; }' >a.c
echo 'int f(void) { return 3; } int g(void) { return 4; }' >b.c
$CC -shared -fPIC a.c -o liba.so
$CC -shared -fPIC b.c -o libb.so
copy liba.so a --only f
copy libb.so b --only g
$CC -DLAZYA_EXPORTED -shared -fPIC -c a/lazynccl.c -o a.o
$CC -DLAZYB_EXPORTED -shared -fPIC -c b/lazynccl.c -o b.o
$CC -shared a.o b.o -o libboth.so -ldl
echo 'int f(void), g(void); int main(void) { return f() != 1 || g() != 4; }' >fg.c
$CC fg.c libboth.so -o program
./program

# C++: exceptions pass, and a class whose vtable the program needs is named.
can_link "$CXX" -xc++ || exit 0
cat >raise.cpp <<'END'
#include <stdexcept>
struct Base { virtual ~Base(); virtual int value(); };
Base::~Base() {}
int Base::value() { return 4; }
Base *make(int fails)
{
    if (fails)
        throw std::runtime_error("raised");
    return new Base;
}
END
cat >caught.cpp <<'END'
#include <cstdio>
#include <stdexcept>
struct Base { virtual ~Base(); virtual int value(); };
Base *make(int);
int main()
{
    try {
        make(1);
    } catch (std::exception &error) {
        std::puts(error.what());
    }
    Base *base = make(0);
    std::printf("%d\n", base->value());
    delete base;
#ifdef VTABLE
    Base own;
#endif
}
END
$CXX -shared -fPIC raise.cpp -o libraise.so
$CXX -c caught.cpp -o caught.o
copy libraise.so raise --only caught.o
$CC -c raise/lazynccl.c -o raise.o
$CXX caught.o raise.o -o program -ldl
equal "$(./program)" 'raised
4'
$CXX -DVTABLE -c caught.cpp -o caught.o
! "$PYTHON" "$SOURCE/gen" vendor libraise.so -o vtable --only caught.o 2>said || fail "a vtable is no function"
says said '^caught.o: _ZTV4Base is a variable of libraise.so, which cannot be lazy: link the library$'
