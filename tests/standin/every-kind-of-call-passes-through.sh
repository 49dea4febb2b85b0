# A stand-in passes callbacks that throw exceptions, IFUNCs and old versions, and keeps the stack
# aligned. It works with 64 threads, fork and dlclose. Each check is the first call of a separate
# process. Arguments of every kind are tested in tests/variants.
here=$SOURCE/tests/standin
mkdir real lazy
$CC -O1 -fPIC -shared "$here/corner.c" -o real/libcorner.so.1 -Wl,-soname,libcorner.so.1 \
    -Wl,--version-script="$here/corner.map"
"$TOOL" stand-in real/libcorner.so.1 -o lazy >said
says said '^stand-in  .*real/libcorner.so.1$'
says said '^          -> lazy/libcorner.so.1  8 functions$'
$CXX -O1 "$here/corner-calls.cc" -o calls lazy/libcorner.so.1 -pthread -ldl # it links, too
$CC "$SOURCE/tests/fake/direct.c" -o direct -ldl

# calls_in FOLDER COMMAND...: with the library of that folder
calls_in()
{
    folder=$1
    shift
    LD_LIBRARY_PATH=$PWD/$folder LAZYNCCL_LIBPATH=$PWD/real "$@"
}
each() # FOLDER: every check
{
    for check in $(calls_in "$1" ./calls); do
        calls_in "$1" ./calls "$check" 2>said || fail "$check in $1: $(cat said)"
        echo "$check"
    done
}
each real >usual
each lazy >lazily
equal "$(cat lazily)" "$(cat usual)"
[ "$(wc -l <lazily)" -ge 8 ] || fail "only these were made: $(cat lazily)"

# No library is mapped before a call.
equal "$(calls_in lazy ./direct open=libcorner.so.1 has=corner_self mapped=libcorner \
    call=corner_alignment mapped=libcorner)" "there
mapped $stage/lazy/libcorner.so.1
corner_alignment 0 -1.-1
mapped $stage/lazy/libcorner.so.1
mapped $stage/real/libcorner.so.1"
