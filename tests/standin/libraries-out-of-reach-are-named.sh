# ld.so searches the dependencies of a library in the DT_RPATH of the files that use it, but not in
# the DT_RPATH of files that use its stand-in. `stand-in` lists the dependencies that ld.so then
# does not find, and its advice helps. Dependencies that the library finds without its users are not
# listed.
mkdir real
export LAZYNCCL_LIBPATH="$stage/real"
echo 'int dep(void); int top(void) { return dep(); }' >top.c
echo 'int top(void); int mod(void) { return top(); }' >mod.c
echo 'int mod(void); int main(void) { return mod() != 7; }' >main.c
library deps/libdep.so.1 'int dep(void) { return 7; }'
# top [OPTION...]: builds the library that needs libdep.so.1, and its stand-in.
top()
{
    $CC -shared -fPIC top.c deps/libdep.so.1 "$@" -o real/libtop.so.1 -Wl,-soname,libtop.so.1
    "$TOOL" stand-in real/libtop.so.1 -o lazy >said || fail "$(cat said)"
}
top
# program NAME FOLDERS: builds a program whose module has this DT_RPATH. A DT_RPATH of the program
# itself would apply to all files.
program()
{
    mkdir "$1"
    $CC -shared -fPIC mod.c real/libtop.so.1 -o "$1/libmod.so" -Wl,--disable-new-dtags,-rpath,"$2"
    $CC main.c -o "$1/main" "$1/libmod.so" -Wl,--enable-new-dtags,-rpath,"$stage/$1" -Wl,-rpath-link,real:deps
}
program plain "$stage/real:$stage/deps"
program lazily "$stage/lazy:$stage/real:$stage/deps"
plain/main || fail "linked: status $?"
says said '^          needs libdep.so.1 and has no search path that leads there: name the folder in LD_LIBRARY_PATH$'
top -Wl,--disable-new-dtags,-rpath,/nonexistent # ld.so searches the DT_RPATH of the user, too
says said ' needs libdep'
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
