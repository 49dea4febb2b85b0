# The wrapper refuses a library if a symbol that two files define is another one with the lazy link. Inline
# functions, UNIQUE symbols, and symbols that a file binds to itself are no reason.
export LAZY_LIBS=run:stop
libraries='-Llib -lover -lrun'

with_libc >main.c <<'END'
int over(void), run(void);
int main(void) { return printf("%d %d\n", run(), over()) < 0; }
END
toy over 'int hook(void) { return 42; } int over(void) { return 3; }'

# same COMMAND...: the lazy program prints what the direct one prints.
same()
{
    "$@" -o direct
    lazily "$@" -o program || fail "refused: $*"
    equal "$(LD_LIBRARY_PATH=$stage/lib ./program)" "$(LD_LIBRARY_PATH=$stage/lib ./direct)"
}
one='uses hook of libover.so.1, and would use its own: take'

# A third library defines it, too, and the second needs it from there.
toy inner 'int hook(void) { return 1; }'
toy run 'int hook(void), run(void); int run(void) { return hook(); }' -Llib -linner
LAZY_LIBS=over:stop refuses 'librun.so.1 uses hook of libover.so.1, and would use that of libinner.so.1: take over' \
    $CC main.c $libraries -Wl,-rpath-link,lib
same $CC main.c $libraries -Wl,-rpath-link,lib

# Variables count, also if they are weak
for weak in '__attribute__((weak)) ' ''; do
    toy over "${weak}int hook = 42; int over(void) { return hook; }"
    toy run "${weak}int hook = 1; int run(void) { return hook; }"
    LAZY_LIBS=over:stop refuses "librun.so.1 $one" $CC main.c $libraries
done

# A shared library that replaces a function of the library, as a plugin
toy run 'int hook(void) { return 1; } int run(void) { return hook(); }'
echo 'int run(void); int hook(void) { return 42; } int plugin(void) { return run(); }' >plugin.c
refuses 'librun.so.1 uses hook of program, and would use its own: take run' $CC -shared -fPIC plugin.c -Llib -lrun
toy run -Wl,-Bsymbolic
lazily $CC -shared -fPIC plugin.c -Llib -lrun -o plugin.so

# Inline functions of C++, and their variables, which are UNIQUE with gcc
can_link $CXX || skip "no C++ compiler"
echo 'inline int twice(int n) { return 2 * n; }
struct Base { virtual ~Base() {} virtual int number() { return twice(4); } };' >one.h
echo '#include "one.h"
Base *made;
extern "C" int run(void) { delete made; made = new Base; return made->number(); }' >run.cc
cat >plugin.cc <<'END'
#include "one.h"
Base *own;
extern "C" int run(void);
extern "C" int plugin(void) { own = new Base; return run() + own->number() + twice(1); }
END
$CXX -O0 -shared -fPIC run.cc -o lib/librun.so.1 -Wl,-soname,librun.so.1
lazily $CXX -O0 -shared -fPIC plugin.cc -Llib -lrun -o plugin.so || fail "inline functions"
echo 'struct One { int number; static One &get() { static One one{0}; return one; } };' >one.h
echo '#include "one.h"
extern "C" int run(void) { return One::get().number; }' >run.cc
echo '#include "one.h"
extern "C" int run(void);
extern "C" int plugin(void) { One::get().number = 7; return run(); }' >plugin.cc
compile loads <<'END'
int main(int count, char **words)
{
    void *plugin = dlopen(words[1], RTLD_NOW);
    return printf("%d\n", ((int (*)(void))dlsym(plugin, "plugin"))()) < 0;
}
END
for options in '' -fno-gnu-unique; do
    $CXX $options -shared -fPIC run.cc -o lib/librun.so.1 -Wl,-soname,librun.so.1
    nm -D lib/librun.so >said
    if grep -q ' u _ZZN3One3getEvE3one' said; then
        lazily $CXX $options -shared -fPIC plugin.cc -Llib -lrun -o plugin.so
        equal "$(LD_LIBRARY_PATH=$stage/lib ./loads ./plugin.so)" 7
    else
        refuses 'uses _ZZN3One3getEvE3one of program, and would use its own: ' \
            $CXX $options -shared -fPIC plugin.cc -Llib -lrun
    fi
done
