# ld.so looks for what a library needs in the DT_RPATH of the files that use it, but not in that of a
# stand-in's users: `stand-in` names what a library needs and ld.so then does not find, and its advice
# helps. What the library finds by itself is not named.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool
mkdir real deps
export LAZYNCCL_LIBPATH="$stage/real"
echo 'int dep(void) { return 7; }' >dep.c
echo 'int dep(void); int top(void) { return dep(); }' >top.c
echo 'int top(void); int mod(void) { return top(); }' >mod.c
echo 'int mod(void); int main(void) { return mod() != 7; }' >main.c
$CC -shared -fPIC dep.c -o deps/libdep.so.1 -Wl,-soname,libdep.so.1
# top [OPTION...]: builds the library that needs libdep.so.1, and its stand-in.
top()
{
    $CC -shared -fPIC top.c deps/libdep.so.1 "$@" -o real/libtop.so.1 -Wl,-soname,libtop.so.1
    "$TOOL" stand-in real/libtop.so.1 -o lazy >said || fail "$(cat said)"
}
top
# program NAME FOLDERS: a program whose module has this DT_RPATH; a program's own would serve all files.
program()
{
    mkdir "$1"
    $CC -shared -fPIC mod.c real/libtop.so.1 -o "$1/libmod.so" -Wl,--disable-new-dtags,-rpath,"$2"
    $CC main.c -o "$1/main" "$1/libmod.so" -Wl,--enable-new-dtags,-rpath,"$stage/$1" -Wl,-rpath-link,real:deps
}
program plain "$stage/real:$stage/deps"
program lazily "$stage/lazy:$stage/real:$stage/deps"
plain/main || fail "linked: status $?"
says said '^          needs libdep.so.1 and has no search path of its own: name the folder in LD_LIBRARY_PATH$'
lazily/main 2>err && fail 'the real library was opened without its dependency'
says err 'libdep.so.1'
export LD_LIBRARY_PATH="$stage/deps"
top
says_not said libdep
lazily/main || fail "with LD_LIBRARY_PATH: status $?"
unset LD_LIBRARY_PATH
top -Wl,-rpath,"$stage/deps"
says_not said libdep
lazily/main || fail "with a search path of its own: status $?"
