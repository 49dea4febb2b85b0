# Relative and empty entries of LAZYNCCL_LIBPATH are refused with a line in the report.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
consumer "$SOURCE/tests/fake/ask.c" ask
fake_library nccl 2.28.1 lib
fake_library nccl 2.28.2 . # the current folder

export LAZYNCCL_LIBPATH
for entry in lib ./lib ../${stage##*/}/lib lib/libnccl.so.2 libnccl.so.2 . .. '~' '$ORIGIN/lib'; do
    LAZYNCCL_LIBPATH=$entry
    ./ask where error report >output
    says output '^absent$'
    grep -qF "LAZYNCCL_LIBPATH: $entry refused: not an absolute path" output || fail "$entry"
    # the error names it too
    sed -n 2p output | grep -qF "LAZYNCCL_LIBPATH: $entry refused" || fail "$(sed -n 2p output)"
done

for entries in : :: "$stage/missing:" ":$stage/missing"; do
    LAZYNCCL_LIBPATH=$entries
    ./ask where report >output
    says output '^absent$'
    says output '^env +LAZYNCCL_LIBPATH: empty entry refused: it would mean the current folder$'
done

for entry in "$stage/lib/../lib" "$stage/missing/../lib" "$stage//lib/" "$stage/lib/.././lib"; do
    LAZYNCCL_LIBPATH=lib::$entry
    case $entry in
    */missing/*) equal "$(./ask where)" absent ;;
    *) ./ask where | grep -q "^env 22801 $stage" || fail "$entry: $(./ask report load report)" ;;
    esac
done

# an empty variable counts as unset
LAZYNCCL_LIBPATH=
./ask where report >output
says output '^env +LAZYNCCL_LIBPATH is not set$'
