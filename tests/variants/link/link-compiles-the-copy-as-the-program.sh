# The copy is compiled as the program: with unwind tables, with debugging information if the program has it, with
# the same property note, and with the hardening of the link, of CFLAGS and of LAZY_CFLAGS.
need gdb
export LAZY_LIBS=toy:stop

toy toy 'int toy(void) { return 0; }'
echo 'int toy(void); int caller(void) { return toy() + 1; } int main(void) { return caller() - 1; }' >main.c

# An abort for a missing library shows the caller.
lazily $CC -O0 main.c -Llib -ltoy -o program
gdb -q -batch -ex run -ex bt ./program >said 2>&1 || true
says said '^#[0-9]+ .* in caller \(\)'
says said '^#[0-9]+ .* in main \(\)'
readelf -SW program >sections
says_not sections debug_info
lazily $CC -g main.c -Llib -ltoy -o program
gdb -q -batch -ex run -ex bt ./program >said 2>&1 || true
says said 'in lazylink_stop .* at /?lazylink\.c:'
grep -q "$stage/cache" program && fail "the program names the cache"

# property FILE: prints the bits of its property note.
property()
{
    readelf -nW "$1" | sed -n 's/.*\(x86\|AArch64\) feature: //p'
}
if [ "$(uname -m)" = x86_64 ]; then
    for option in $(each_of full branch return none); do
        $CC -fcf-protection=$option -fPIC -c main.c -o main.o
        $CC -shared -nostartfiles main.o -Llib -ltoy -o direct.so
        lazily $CC -shared -nostartfiles main.o -Llib -ltoy -o lazy.so
        equal "$option: $(property lazy.so)" "$option: $(property direct.so)"
    done
fi
cross=aarch64-linux-gnu-gcc
if can_link $cross; then
    mkdir arm
    $cross -shared -fPIC toy.c -Wl,-soname,libtoy.so.1 -o arm/libtoy.so
    for option in $(each_of standard bti pac-ret none); do
        $cross -mbranch-protection=$option -fPIC -c main.c -o main.o
        $cross -shared -nostartfiles main.o -Larm -ltoy -o direct.so
        lazily $cross -shared -nostartfiles main.o -Larm -ltoy -o lazy.so
        equal "$option: $(property lazy.so)" "$option: $(property direct.so)"
    done
fi

# protected: prints how many functions of the C library for the stack protector are used.
protected()
{
    nm -D program | grep -c __stack_chk_fail || true
}
$CC -fno-stack-protector -c main.c
lazily $CC main.o -Llib -ltoy -o program
equal "$(protected)" 0
lazily $CC -fstack-protector-all main.o -Llib -ltoy -o program
equal "$(protected)" 1
for variable in CFLAGS LAZY_CFLAGS; do
    env $variable='-fstack-protector-all -O2' $CC main.o -Llib -ltoy -o program -B"$wrapper"
    equal "$variable $(protected)" "$variable 1"
done

# The compiler of the copy gets every option for hardening, and none for the program's assembly.
cat >compiler <<END
#!/bin/sh
echo "\$*" >>'$stage/commands'
exec $CC "\$@"
END
chmod +x compiler
$CC -fPIC -c main.c
hardening='-Wp,-U_FORTIFY_SOURCE,-D_FORTIFY_SOURCE=2 -fstack-clash-protection'
CFLAGS="-O2 -masm=intel $hardening" COLLECT_GCC=$stage/compiler "$wrapper/ld" -shared main.o -Llib -ltoy -o program
equal "$(grep -c -e ' -c ' commands)" 2
equal "$(grep -c -e "$hardening" commands)" 2
says_not commands -masm
CFLAGS=-masm=intel lazily $CC main.o -Llib -ltoy -o program
shows ' [1-9][0-9]* +FUNC .* toy$' readelf -sW program

# It gets the headers of the program's C library, also if their path is relative.
mkdir headers
for options in '-isystem headers' --sysroot=/ -specs=own.specs; do
    : >own.specs
    : >commands
    $CC -fPIC -c main.c
    COLLECT_GCC_OPTIONS="'-shared' '$(echo $options | sed "s/ /' '/")'" COLLECT_GCC=$stage/compiler \
        "$wrapper/ld" -shared main.o -Llib -ltoy -o program
    case $options in
    -isystem*) says commands "-isystem $stage/headers " ;;
    --sysroot*) says commands '--sysroot / ' ;;
    -specs*) says commands "-specs $stage/own.specs " ;;
    esac
done
if can_link musl-gcc; then
    musl-gcc -shared -fPIC toy.c -o lib/libtoy.so.1 -Wl,-soname,libtoy.so.1
    lazily musl-gcc main.c -Llib -ltoy -Wl,-rpath,"$stage/lib" -o program
    readelf -dW program >said
    equal "$(sed -n 's/.*(NEEDED).*\[\(.*\)\]$/\1/p' said)" libc.so
    ./program
fi
