# A file in LAZYNCCL_LIBPATH belongs to the library whose name it bears. NAME=/file assigns a file of
# any name and SONAME to a library. A folder is searched by name and SONAME.
consumer "$SOURCE/tests/fake/ask.c" ask
fake_library nccl 2.28.1 lib

export LAZYNCCL_LIBPATH
for name in nccl.so libnccl.so.2.backup libnccl.dylib librccl.so.1 libnccl2.so.2 libnccl.so.3; do
    mv lib/* "lib/$name"
    LAZYNCCL_LIBPATH=nccl=$stage/lib/$name
    equal "$(./ask nccl where call)" "env 22801 $stage/lib/$name
call 0 22801.0"
    ./ask nvrtc where report >output
    says output '^absent$'
    says output '^env +LAZYNCCL_LIBPATH: nccl=/.*: for another library$'
done

mv lib/* lib/mine.so
LAZYNCCL_LIBPATH=$stage/lib/mine.so
./ask nccl where error >output
says output '^absent$'
says output "^NCCL cannot be used: LAZYNCCL_LIBPATH: $stage/lib/mine.so is not named like libnccl.so.2: write nccl=$stage/lib/mine.so "
eval "$(sed -n 's/.*write \(nccl=[^ ]*\) .*/LAZYNCCL_LIBPATH=\1/p' output)"
equal "$(./ask nccl where)" "env 22801 $stage/lib/mine.so"
LAZYNCCL_LIBPATH=$stage/lib # in a folder, such a file is not a candidate
equal "$(./ask where)" absent

# A file that is assigned or has the name is final, even if it has none of the functions.
library libother.so.1 'int other(void) { return 1; }'
cp libother.so.1 libnccl.so.2
fake_library nccl 2.28.2 nvidia/nccl/lib
for entry in "nccl=$stage/libother.so.1" "$stage/libnccl.so.2"; do
    LAZYNCCL_LIBPATH=$entry
    ./ask where error >output
    says output '^absent$'
    says output "^NCCL cannot be used: ${entry#nccl=}: exports none of its functions \(env\)"
done
LAZYNCCL_LIBPATH=$stage/libother.so.1
./ask where report >output
says output '^wheel 22802 '
says output "^env +$stage/libother.so.1: a file of another library$"
LAZYNCCL_LIBPATH=foo=/x
./ask where report >output
says output '^wheel 22802 '
says output '^env +LAZYNCCL_LIBPATH: foo=/x: for another library$'
echo text >text
LAZYNCCL_LIBPATH=$stage/text
./ask where report >output
says output '^wheel 22802 '
says output "^env +LAZYNCCL_LIBPATH: $stage/text is not named like "

# The version number of another implementation is printed unchanged.
$CC -shared -fPIC -Wl,-soname,libmscclpp_nccl.so.0 -x c - -o libmscclpp_nccl.so.0 <<'END'
int ncclGetVersion(int *version) { *version = 800; return 0; }
END
LAZYNCCL_LIBPATH=nccl=$stage/libmscclpp_nccl.so.0
./ask where report >output
says output "^env 800 $stage/libmscclpp_nccl.so.0$"
says output '^NCCL 800 from '
