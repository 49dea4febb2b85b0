# --versions-from FILE gives the functions that FILE exports the versions that a link with it would
# record; those of other functions stay. A file that cannot be meant gets one line, and nothing is
# written.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/runtime/loader/versions.sh"
need_tool
export LAZYNCCL_TOOL="$TOOL"

# lists FILE: what the copy has after the names.
lists()
{
    sed -n '/"g\\0"/,/;$/p' "$1/lazynccl.c" | sed '1,2d; s/^ *//; s/;$//'
}

echo 'int f(int a) { return 100 + a; } int g(void) { return 7; }' |
    make debian 'DEB_1 { global: f; local: *; }; DEB_2 { global: g; };'
echo 'int f(int a) { return 100 + a; }' | make part 'PART_1 { global: f; local: *; };'
stub 'V_1 = ["*"]
V_2 = ["g"]'
"$PYTHON" "$SOURCE/gen" vendor ver.toml -o copy
equal "$(lists copy)" '"\1\2"
"V_1\0" "\0"
"V_1\0" "V_2\0" "\0"'
"$PYTHON" "$SOURCE/gen" vendor ver.toml --versions-from debian/libver.so.1 -o copy
equal "$(lists copy)" '"\1\2"
"DEB_1\0" "\0"
"DEB_2\0" "\0"'
says copy/lazynccl.c '^ \* Made by `lazynccl vendor ver.toml --versions-from libver.so.1`: regenerate it'
"$PYTHON" "$SOURCE/gen" vendor --versions-from=part/libver.so.1 ver.toml -o copy
equal "$(lists copy)" '"\1\2"
"PART_1\0" "\0"
"V_1\0" "V_2\0" "\0"'
$CC -Wall -Wextra -Werror main.c -I. -Icopy copy/lazynccl.c -o program -ldl
echo 'int f(int a) { return 100 + a; } int g(void) { return 7; }' |
    make whole 'PART_1 { global: f; local: *; }; V_2 { global: g; };'
equal "$(LAZYNCCL_LIBPATH=$PWD/whole ./program)" '101 7'

# refuses PATTERN ARGUMENT...
refuses()
{
    pattern=$1
    shift
    rm -rf out
    status=0
    "$PYTHON" "$SOURCE/gen" vendor ver.toml "$@" -o out >said 2>&1 || status=$?
    equal "$status $(wc -l <said)" '1 1'
    says said "$pattern"
    [ ! -e out ] || fail "vendor $* wrote $(ls out)"
}
echo 'int f(int a) { return a; }' | make bare ''
refuses '^bare/libver.so.1: its functions have no versions: leave --versions-from out$' \
    --versions-from bare/libver.so.1
refuses 'main.c.*not an ELF file' --versions-from main.c
refuses 'none.so.*No such file' --versions-from none.so
$CC -w -shared -fPIC -Wl,-soname,libother.so.3 part/lib.c -o libother.so.3
refuses '^libother.so.3: its soname is libother.so.3: give a file of libver.so.1$' \
    --versions-from libother.so.3
echo 'int unknown(void) { return 1; }' | make strange 'V_9 { global: unknown; };'
refuses '^strange/libver.so.1: exports none of the functions of ver.toml$' \
    --versions-from strange/libver.so.1
status=0
"$PYTHON" "$SOURCE/gen" vendor ver.toml -o out --versions-from 2>said || status=$?
equal "$status $(cat said)" '2 usage: vendor STUB|LIBRARY.so... [--machine LIST] [--only LIST] [--priority WORD] [--versions-from FILE] -o FOLDER'
LAZYNCCL_TOOL=/nowhere/lazynccl refuses '^/nowhere/lazynccl: No such file.*the command lazynccl reads' \
    --versions-from debian/libver.so.1
