# The wrapper opens a library before main() if the program may change how it is found, or objects would be destroyed
# too early. LAZY_LIBS=NAME:MODE and `open` in a fallback file decide otherwise; LAZY_VERBOSE=1 says what was chosen.
export LAZY_VERBOSE=1 LAZY_LIBS=toy

toy toy 'int toy(void) { return 1; }'
echo 'int toy(void); int main(void) { return toy() != 1; }' >main.c

# opens PATTERN COMMAND...: the linker says when the library is opened, and why.
opens()
{
    pattern=$1
    shift
    lazily "$@" -Llib -ltoy -o program 2>said || fail "$(cat said)"
    equal "$(grep -c '^lazynccl link: ' said)" 1
    says said "^lazynccl link: program: libtoy.so.1 opens $pattern$"
}
opens 'at the first call: the program calls nothing that changes where it is found' $CC main.c
for symbol in $(each_of fts_read chroot pivot_root setns unshare clone syscall capset prctl seccomp_load dlmopen \
    chdir fchdir setuid setresgid setgroups initgroups daemon nftw mount umount2 setrlimit prlimit64); do
    toy change "int $symbol(); int change(void) { return $symbol(); }"
    opens "at the start: libchange.so.1 imports $symbol" \
        $CC main.c -Wl,--no-as-needed,--allow-shlib-undefined -Llib -lchange
done
# Of some libraries, gen/link/moves.py knows the functions that call these, and their number.
for symbol in syscall:call chroot:start more:start; do
    name=${symbol%:*}
    echo "int syscall(), chroot(); int strcpyn(void) { return $([ $name = chroot ] && echo chroot || echo syscall)(); }" >bsd.c
    [ $name != more ] || for i in $(seq 110); do echo "void more$i(void) {}"; done >>bsd.c
    $CC -w -shared -fPIC bsd.c -o lib/libbsd.so.0 -Wl,-soname,libbsd.so.0
    when='at the first call: the program calls nothing that changes where it is found'
    [ ${symbol#*:} = call ] || when='at the start: libbsd.so.0 imports (chroot|syscall)'
    opens "$when" $CC main.c -Wl,--no-as-needed lib/libbsd.so.0
done
library lib/libcap.so.2 \
    'int capset(); int cap_init(void) { return 0; } int cap_set_proc(void) { return capset(); }'
for function in cap_init cap_set_proc; do
    when='at the first call: the program calls nothing that changes where it is found'
    [ $function = cap_init ] || when='at the start: the program imports cap_set_proc'
    echo "int $function(); int change(void) { return $function(); }" >change.c
    opens "$when" $CC -w main.c change.c lib/libcap.so.2
done
echo 'int chroot(); int change(void) { return chroot(); }' >change.c
opens 'at the start: the program imports chroot' $CC -w main.c change.c
cp toy.c plain.c
echo 'int chroot(); int change(void) { return chroot(); }' >>toy.c
toy toy
opens 'at the start: libtoy.so.1 imports chroot' $CC main.c
toy toy '#include <stdlib.h>
static void end(void) {} int toy(void) { return atexit(end) == 0; }'
nm -D lib/libtoy.so >said
says said ' __cxa_atexit' # as in C++
opens 'at the first call: the program calls nothing that changes where it is found' $CC main.c
cp plain.c toy.c
toy toy
toy inner 'int inner(void) { return 0; }'
toy outer 'int inner(void); int outer(void) { return inner(); }' -Llib -linner
opens 'at the first call: the program calls nothing.*' $CC main.c -Wl,--no-as-needed -Wl,-rpath-link,lib -Llib -louter
rm lib/libinner*
opens 'at the start: libinner.so.1 is not found' \
    $CC main.c -Wl,--no-as-needed,--allow-shlib-undefined -Llib -louter
LAZY_LIBS=toy:stop opens 'at the start: the output is a shared library' $CC -shared -fPIC main.c
echo 'int own(void) { return 2; }' >direct.c
opens 'at the start: the program searches lib for libraries, which depends on the current folder' \
    $CC main.c -Wl,-rpath,lib
(cd / && ! "$stage/program" 2>said) || fail "finds the library from another folder"
./program
lazily $CC -Dtoy=own main.c direct.c -Llib -ltoy -Wl,--as-needed -o program 2>said || fail "$(cat said)"
equal "$(cat said)" 'lazynccl link: program: direct: it needs none of toy'

# The choice of the builder, in which the fallback file comes second
mkdir fallbacks
echo 'open = "start"' >fallbacks/toy.toml
LAZY_LIBS=toy:start opens 'at the start: as chosen' $CC main.c
LAZY_LIBS=toy:call:stop opens 'at the first call: as chosen' $CC -shared -fPIC main.c
export LAZY_FALLBACKS=fallbacks
opens 'at the start: as chosen' $CC main.c
LAZY_LIBS=other:call,toy:call opens 'at the first call: as chosen' $CC main.c
echo 'open = "later"' >fallbacks/toy.toml
refuses 'fallbacks/toy.toml:1: open must be call, start, auto$' $CC main.c -Llib -ltoy
unset LAZY_FALLBACKS
for list in toy:later 'toy;other' -ltoy 'toy other' toy:; do
    LAZY_LIBS=$list refuses '^lazynccl link: LAZY_LIBS: ' $CC main.c -Llib -ltoy
done

# In the order of the link, before main(); if a library is absent, the call behaves as usual
for name in early late; do
    echo "#include <stdio.h>
__attribute__((constructor)) static void start(void) { puts(\"$name\"); fflush(stdout); }
int $name(void) { return 0; }" >$name.c
    toy $name
done
echo '#include <stdio.h>
int early(void), late(void);
__attribute__((constructor(102))) static void own(void) { puts("own"), fflush(stdout); }
int main(int count, char **words)
{
    puts("main"), fflush(stdout);
    return count > 1 ? early() + late() : 0;
}' >order.c
LAZY_LIBS=early:start,late:start lazily $CC order.c -Llib -llate -learly -o program
equal "$(LD_LIBRARY_PATH=$PWD/lib ./program | xargs)" 'late early own main'
equal "$(./program | xargs)" 'own main'
exits 134 ./program call >said 2>&1
says said '^lazylink: early: libearly.so.1: cannot open shared object file'

# A C++ library: only the runtime that it needs shows that it is one
can_link $CXX || skip "no C++ compiler"
echo 'struct Object { int alive = 1; ~Object() { alive = 0; } };
static Object object;
extern "C" int alive(void) { return object.alive; }' >object.cc
echo 'int alive(void); int main(void) { return !alive(); }' >exits.c
$CXX -fvisibility-inlines-hidden -shared -fPIC object.cc -o lib/libhidden.so -Wl,--no-as-needed
nm -D lib/libhidden.so >said
says_not said ' _Z'
LAZY_LIBS=hidden lazily $CC exits.c -Llib -lhidden -o program 2>said || fail "$(cat said)"
says said 'libhidden.so opens at the start: libhidden.so has objects that are destroyed at exit$'
