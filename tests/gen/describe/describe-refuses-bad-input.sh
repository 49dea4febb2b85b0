# Bad input gets a line that says what is wrong, where, and what to do. No stub is written, and an
# existing one stays unchanged. remedies-of-describe-work.sh has the messages whose remedies it follows.
echo 'int toyStart(void);' >toy.h
echo 'int toyStart(void) { return 0; }' >toy.c
library toy.c libtoy.so.1
echo 'as it was' >toy.toml

# refuses PATTERN ARGUMENT...
refuses()
{
    pattern=$1
    shift
    describe 1 "$@" -o toy.toml
    says said "^describe: $pattern"
    says_not said Traceback
    equal "$(cat toy.toml)" 'as it was'
    equal "$(ls -A | grep -c 'toml$')" 1
}

refuses 'libno.so: neither in this folder nor among the libraries of ' toy.h libno.so
refuses 'toy.c: not an ELF file$' toy.h toy.c
head -c 400 libtoy.so.1 >short.so
refuses '.*short.so: truncated$' toy.h short.so
printf '#include "gone.h"\n' >wrong.h
refuses "$PWD/wrong.h:1: 'gone.h' file not found; give the folders that it needs with -I" \
    wrong.h libtoy.so.1
printf '#include <cstddef>\n#include <nowhere>\nint toyStart(void);\n' >cpp.h
refuses "$PWD/cpp.h:1: 'cstddef' file not found: this is C\+\+; give headers that C can read" \
    cpp.h libtoy.so.1
refuses 'x86_64-no-such-machine-gcc: No such file.*libclang needs the headers' toy.h libtoy.so.1 --target x86_64-no-such-machine

if command -v aarch64-linux-gnu-gcc >/dev/null; then
    aarch64-linux-gnu-gcc -fPIC -shared -Wl,-soname,libfar.so.1 toy.c -o libfar.so.1
    refuses 'libfar.so.1 is for aarch64, but the headers are read for x86_64: give --target' \
        toy.h libfar.so.1
    describe 0 toy.h libfar.so.1 -o far.toml --target aarch64-linux-gnu
    says said '^far.toml: 1 functions: '
fi
describe 1 toy.h libtoy.so.1 -o nowhere/toy.toml
says said '^describe: nowhere/toy.toml: the folder does not exist'
