# `lazynccl audit --tree` draws the libraries that ld.so loads with a file, the same ones as ldd
# prints, also if the RPATH of a library further up finds them. Missing libraries are shown as well.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool
need ldd

# same_as_ldd FILE: both print the same libraries with the same paths.
same_as_ldd()
{
    ldd "$1" | sed -n 's/^\t\([^ ]*\) => \(\/[^ ]*\) .*/\1 \2/p' | sed 's|/\./|/|' | sort >by_ldd
    [ -s by_ldd ] || fail "ldd tells nothing of $1"
    "$TOOL" audit --tree --json "$1" >json
    "$PYTHON" -c '
import json
for load in json.load(open("json"))["audited"][0]["loads"]:
    if not load["soname"].startswith("ld-"):
        print(load["soname"], load["path"])' | sort >by_us
    diff by_ldd by_us || fail "$1"
}

same_as_ldd "$(command -v sh)"
same_as_ldd "$(command -v ls)"
same_as_ldd "$TOOL"

# top has an RPATH and middle has none, so that ld.so finds low by the RPATH of top. high is found
# by a RUNPATH.
mkdir below
echo 'int low(void) { return 1; }' >low.c
$CC -shared -fPIC low.c -o below/liblow.so -Wl,-soname,liblow.so
echo 'int low(void); int middle(void) { return low(); }' >middle.c
$CC -shared -fPIC middle.c -o below/libmiddle.so -Wl,-soname,libmiddle.so -Wl,--no-as-needed below/liblow.so
echo 'int middle(void); int main(void) { return middle(); }' >top.c
$CC top.c -o top -Wl,--disable-new-dtags "-Wl,-rpath,\$ORIGIN/below" -Wl,--no-as-needed \
    -Wl,-rpath-link,below below/libmiddle.so
same_as_ldd ./top
"$TOOL" audit --tree ./top >out
equal "$(cat out)" "./top
\`- libmiddle.so  $stage/below (RPATH)
   \`- liblow.so  $stage/below (RPATH)"
"$TOOL" audit --tree -v ./top | grep -q '^`- libc\.so\.6 ' || fail "-v: no libc.so.6"

# A RUNPATH applies only to its own file. Files that are missing or not ELF are shown in the tree.
$CC top.c -o other -Wl,--enable-new-dtags "-Wl,-rpath,\$ORIGIN/below" -Wl,--no-as-needed \
    -Wl,-rpath-link,below below/libmiddle.so
status=0
"$TOOL" audit --tree ./other >out || status=$?
equal "$status $(cat out)" "1 ./other  does not load
\`- libmiddle.so  $stage/below (RUNPATH)
   \`- liblow.so  not found"
echo text >below/liblow.so
status=0
"$TOOL" audit --tree ./top >out || status=$?
equal "$status" 1
grep -q '`- liblow.so .*not an ELF file' out || fail "$(cat out)"

# Libraries in a .note.dlopen are not followed.
cat >own.c <<'END'
#include <lazynccl.h>
int main(void) { return !lazynccl_available(lazynccl_nccl()); }
END
consumer own.c own
"$TOOL" audit --tree ./own >out
equal "$(cat out)" "./own
\`- libnccl.so.2  opened when it is called for"
