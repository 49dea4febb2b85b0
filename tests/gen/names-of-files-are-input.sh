# Names of files go into assembly and C only if they match a pattern, because a symbol's name may be
# assembly. Functions with other names are left out with one line; SONAMEs and versions, and names
# that are asked for or needed, are errors. Nothing that is printed can control the terminal.
. "$SOURCE/tests/variants/link/shared.sh"
escape=$(printf '\033')

# gen ARGUMENT...: runs the job, and keeps its status, output and errors.
gen()
{
    status=0
    "$PYTHON" "$SOURCE/gen" "$@" >said 2>errors || status=$?
    says_not said "$escape"
    says_not errors "$escape|^Traceback"
}

# refused PATTERN ARGUMENT...: the job fails with one line that matches, and writes nothing.
refused()
{
    pattern=$1
    shift
    gen "$@"
    equal "$status $(wc -l <errors)" '1 1'
    says errors "$pattern"
    [ ! -e none ] || fail "there is $(ls none)"
}

# library FILE SONAME NAME...: a library with the functions "good" and those with these names.
library()
{
    file=$1 soname=$2
    shift 2
    for name in good "$@"; do
        printf '.text\n.globl "%s"\n.type "%s",%%function\n"%s":\n    nop\n' "$name" "$name" "$name"
    done >names.s
    echo '.section .note.GNU-stack,"",%progbits' >>names.s
    $CC -shared names.s -Wl,-soname,"$soname" -o "$file"
}

# edited FROM TO OLD NEW: a copy of the file with another text of the same length.
edited()
{
    "$PYTHON" - "$@" <<'PYTHON'
import os
import sys
source, target, old, new = map(os.fsencode, sys.argv[1:])
content = open(source, "rb").read()
assert old in content and len(old) == len(new), (old, new)
open(target, "wb").write(content.replace(old, new))
PYTHON
}

code='z;.section .init_array;.quad lazynccl_evil'
control="e${escape}]0;title"
library libinj.so.1 libinj.so.1 "$code" "$control" 'a.b$c' .hidden '$dollar'
left='left out \(4\): functions with names that cannot go into assembly: '
listed='\$dollar, \.hidden, e\\x1b\]0;title, z;\.section \.init_array;\.quad lazynccl_evil$'

# vendor without a header
gen vendor ./libinj.so.1 -o vendored
equal "$status $(cat said)" '0 ./libinj.so.1: 2 functions; a call of an absent one stops the program'
equal "$(wc -l <errors)" 1
says errors "^\./libinj\.so\.1: $left$listed"
says_not vendored/lazynccl.c 'lazynccl_evil|, \.hidden$|\$dollar'
says vendored/lazynccl.c 'a\.b\$c'
echo 'int main(void) { return 0; }' >main.c
$CC main.c vendored/lazynccl.c -Ivendored -o program -ldl
./program || fail "ended with $?"
"$PYTHON" "$SOURCE/gen" vendor --check vendored libinj.so.1 >said 2>&1 || fail "$(cat said)"
equal "$(cat said)" "vendored: as lazynccl $(sed -n "s/^ *version: '\(.*\)',/\1/p" "$SOURCE/meson.build") generates it"

# An object that needs the function
printf '.text\n.globl caller\ncaller:\n.dc.a "z;x", good\n.section .note.GNU-stack,"",%%progbits\n' >caller.s
$CC -c caller.s
library libinj.so.2 libinj.so.2 'z;x'
refused '^caller\.o: z;x is a name of libinj.so.2 that cannot go into assembly, which cannot be lazy: ' \
    vendor ./libinj.so.2 --only caller.o -o none

# The folder of archives
gen link ./libinj.so.1 -o folder
equal "$status $(wc -l <errors)" '0 1'
says errors "^lazynccl link: \./libinj\.so\.1: $left$listed"
says said '^folder/libinj.a: 2 functions of libinj.so.1$'
echo 'void good(void); int main(int c, char **v) { if (c > 9) good(); return 0; }' >calls.c
$CC calls.c -Lfolder -linj -o program -ldl
./program || fail "ended with $?"

# The wrapper
mkdir lib
cp libinj.so.2 lib/libinj.so
export LAZY_LIBS=inj
lazily $CC calls.c -Llib -linj -o program
equal "$(loads program)" ''
refuses '^lazynccl link: libinj.so.2 cannot be lazy: z;x is a name that cannot go into assembly: take inj' \
    $CC main.c caller.o -Llib -linj
unset LAZY_LIBS

# describe
echo 'void good(void);' >inj.h
gen describe inj.h ./libinj.so.1 -o inj.toml
equal "$status" 0
says said "^libinj\.so\.1: $left$listed"
says_not inj.toml 'section|hidden|dollar'

# A header can give a function any name.
echo 'void evil(void) __asm__("z;.section .init_array;.quad lazynccl_evil");' >>inj.h
gen describe inj.h ./libinj.so.1 -o inj.toml
equal "$status" 0
says_not inj.toml evil

# SONAMEs and versions
echo 'int good(void) { return 0; }' >good.c
echo 'VERSION_1 { global: good; };' >good.map
$CC -shared -fPIC good.c -o libgood.so.1 -Wl,-soname,libgood.so.1,--version-script=good.map
edited libgood.so.1 libversion.so.1 VERSION_1 'V"; x()??'
edited libgood.so.1 libsoname.so.1 libgood.so.1 'lib"x??y.so.'
edited libgood.so.1 libcontrol.so.1 libgood.so.1 "lib${escape}]0;ti.so"
for name in version soname control; do
    case $name in
    version) what="'V\"; x\(\)\?\?' is not a version" ;;
    soname) what="'lib\"x\?\?y\.so\.' is not a soname" ;;
    control) what="'lib\\\\x1b\]0;ti\.so' is not a soname" ;;
    esac
    refused "^lib$name\.so\.1: $what" vendor "./lib$name.so.1" -o none
    refused "^lazynccl link: .*$what" link "./lib$name.so.1" -o none
    refused "^describe: .*$what" describe inj.h "./lib$name.so.1" -o none
    cp "lib$name.so.1" "lib/lib$name.so"
    LAZY_LIBS=$name
    export LAZY_LIBS
    refuses "$what" $CC calls.c -Llib -l$name
    unset LAZY_LIBS
done

# A stub
cat >stub.toml <<'TOML'
name = "bad"
title = "bad"
prefix = "bad"
sonames = ["libbad.so.1"]
[absent]
otherwise = "stop"
[symbols.versions]
"V\"; x()" = ["good"]
[functions]
always = """
good;
goöd;
"""
TOML
refused "^\./stub.toml:12: 'goöd' is not a name that assembly can have$" vendor ./stub.toml -o none
sed -i /ö/d stub.toml
refused "^\./stub.toml:7: symbols.versions: 'V\"; x\(\)' is not a version" vendor ./stub.toml -o none

# Names of files and folders
evil="lib${escape}]0;x.so"
cp libgood.so.1 "$evil"
bytes=$(printf 'lib\377\302\205.so')
cp libgood.so.1 "$bytes"
for job in vendor link; do
    gen $job "./$evil" -o made
    equal "$status" 0
    grep -F 'lib\x1b]0;x.' said >where || fail "$job: $(cat said)"
    says_not made/lazynccl.c "$escape" 2>/dev/null || :
    gen $job "./$bytes" -o made
    equal "$status" 0
    grep -F 'lib\xff\xc2\x85.' said >where || fail "$job: $(cat said)"
    refused '\\x1b' $job "./none$escape.so" -o none
done
refused '\\x1b' describe "none$escape.h" libgood.so.1 -o none.toml
gen vendor --check "none$escape"
equal "$status $(wc -l <errors)" '2 1'
says errors '^none\\x1b: No such file'
exits 3 "$PYTHON" "$SOURCE/gen" describe "--none=$escape" >said 2>&1
says_not said "$escape"

# Only gen/write.py prints other lines than those about the usage.
grep -rn 'print(' "$SOURCE/gen" --include='*.py' |
    grep -v '/gen/docs/\|/gen/write\.py:\|print(f\{0,1\}"usage: ' >prints || :
[ ! -s prints ] || fail "use say() or report(): $(cat prints)"
