# A copy made with --search soname opens the first SONAME that ld.so finds, and binds the version of a function that
# the stub has. It reads no setting, has the notes and exports nothing. tests/combinations has the states.
echo 'int toy_both(void);
int toy_plain(void);' |
    stub_of toy '[absent.returns]' 'int = "-7"' '[symbols.versions]' 'TOY_1 = ["toy_both"]'
sed -i 's/^sonames = .*/sonames = ["libtoy.so.3", "libtoy.so.2"]/' toy.toml
"$PYTHON" "$SOURCE/gen" vendor toy.toml --search soname -o toy
plain='int toy_plain(void) { return 5; }'
both='int one(void) { return 1; } int two(void) { return 2; } __asm__(".symver one,toy_both@TOY_1; .symver two,toy_both@@TOY_2");'
echo 'TOY_1 { global: toy_*; local: *; }; TOY_2 { global: toy_both; } TOY_1;' >toy.map
sed 's/TOY_/ELSE_/g' toy.map >else.map
library lib/libtoy.so.2 "$both $plain" -Wl,--version-script=toy.map
library bare/libtoy.so.2 "int toy_both(void) { return 1; } $plain"
library other/libtoy.so.2 "$(echo "$both" | sed 's/TOY_/ELSE_/g') $plain" -Wl,--version-script=else.map
with_libc >main.c <<'END'
#include "lazynccl.h"
int toy_both(void), toy_plain(void);
int main(void)
{
    const char *why;
    printf("%d %d", toy_plain(), toy_both());
    why = lazytoy_error(lazytoy_toy(), "toy_both");
    printf(" %s\n", why ? why : "open");
}
END
$CC -Wall -Wextra -Werror -rdynamic main.c toy/lazynccl.c -Itoy -o program -ldl -lpthread
for row in 'lib:5 1 open' 'bare:5 1 open' 'other:5 -7 .*/libtoy.so.2 lacks it, or has another version' \
    'empty:-7 -7 libtoy.so.3: cannot open '; do
    LD_LIBRARY_PATH=$stage/${row%%:*} shows "^${row#*:}" ./program
done
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

# A reason of ld.so that is too long is cut, so that nothing is written behind it.
deep=$PWD/$(printf '%0150d' 1)/$(printf '%0150d' 2)
mkdir -p "$deep"
echo 'char memory[300 << 20]; int inner(void) { return 1; }' >inner.c
$CC -shared -fPIC inner.c -o "$deep/libinner.so"
library libouter.so.1 'int inner(void); int outer(void) { return inner(); }' "$deep/libinner.so"
"$PYTHON" "$SOURCE/gen" vendor ./libouter.so.1 --search soname -o outer >/dev/null
asking why outer outer
equal "$(LD_LIBRARY_PATH=$stage ./why)" "$stage/libouter.so.1"
(
    ulimit -v 100000
    LD_LIBRARY_PATH=$stage ./why
) >said
says said '^libouter.so.1: .*; the next call searches again$'
[ "$(wc -c <said)" -le 960 ] || fail "$(wc -c <said) bytes in 960"
