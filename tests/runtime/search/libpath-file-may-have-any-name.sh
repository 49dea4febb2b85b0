# A file in LAZYNCCL_LIBPATH belongs to the library whose name it bears, which may have a repaired wheel's hash
# or a full version. NAME=/file assigns a file of any name and SONAME to a library. A file of another library
# gets a line in the report. A folder is searched by name and SONAME; the newest is taken.
fake_library nccl 2.28.1 lib
fake_library nvrtc 12.9 cuda
fake_library nvjitlink 12.8 cuda

export LAZYNCCL_LIBPATH="$stage/cuda/libnvJitLink.so.12:$stage/lib/libnccl.so.2:$stage/cuda/libnvrtc.so.12"
equal "$(./ask nccl where nvrtc where nvjitlink where)" "env 22801 $stage/lib/libnccl.so.2
env 120900 $stage/cuda/libnvrtc.so.12
env 120800 $stage/cuda/libnvJitLink.so.12"

LAZYNCCL_LIBPATH=$stage/cuda/libnvrtc.so.12
LAZYNCCL_SEARCH=env ./ask nccl call where report >output # a report is never empty
says output '^absent$'
says output "^env +$stage/cuda/libnvrtc.so.12: a file of another library$"

# A network plugin's file concerns only libnccl-net-lazy.so.
: >libnccl-net-ofi.so
LAZYNCCL_LIBPATH=$stage/libnccl-net-ofi.so:$stage/lib/libnccl.so.2
shows "^env +$stage/lib/libnccl.so.2" ./ask nccl where report
says output "^env +$stage/libnccl-net-ofi.so: a file of another library$"

mkdir mixed
cp cuda/libnvrtc.so.12 mixed/libnccl.so.2
cp cuda/libnvrtc.so.12 mixed/libnvJitLink.so.12
LAZYNCCL_LIBPATH=$stage/mixed
./ask nccl where report nvjitlink where report >output
equal "$(grep -c '^absent$' output)" 2
says output "^env +$stage/mixed/libnccl.so.2: is libnvrtc.so.12, expected libnccl.so.2$"
says output "^env +$stage/mixed/libnvJitLink.so.12: is libnvrtc.so.12, expected libnvJitLink.so.13 or older$"

for name in nccl.so libnccl.so.2.backup libnccl.dylib librccl.so.1 libnccl2.so.2 libnccl.so.3; do
    mv lib/* "lib/$name"
    LAZYNCCL_LIBPATH=nccl=$stage/lib/$name
    equal "$(./ask nccl where call)" "env 22801 $stage/lib/$name
call 0 22801.0"
    shows '^absent$' ./ask nvrtc where report
    says output '^env +LAZYNCCL_LIBPATH: nccl=/.*: for another library$'
done

mv lib/* lib/mine.so
LAZYNCCL_LIBPATH=$stage/lib/mine.so
shows '^absent$' ./ask nccl where error
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
    shows '^absent$' ./ask where error
    says output "^NCCL cannot be used: ${entry#nccl=}: exports none of its functions \(env\)"
done
echo text >text
for row in "$stage/libother.so.1|: a file of another library$" 'foo=/x|: for another library$' \
    "$stage/text| is not named like "; do
    LAZYNCCL_LIBPATH=${row%|*}
    shows '^wheel 22802 ' ./ask where report
    says output "^env .*$LAZYNCCL_LIBPATH${row#*|}"
done
rm -r nvidia

# The version number of another implementation is printed unchanged.
library libmscclpp_nccl.so.0 'int ncclGetVersion(int *version) { *version = 800; return 0; }'
LAZYNCCL_LIBPATH=nccl=$stage/libmscclpp_nccl.so.0
shows "^env 800 $stage/libmscclpp_nccl.so.0$" ./ask where report
says output '^NCCL 800 from '

for name in libnccl-0a1b2c3d.so.2 libnccl.so.2.28.1 libnccl-0a1b2c3d.so.2.28.1; do
    rm -rf lib
    fake_library nccl 2.28.1 lib -Wl,-soname,$name
    mv lib/libnccl.so.2 lib/$name
    for entry in lib lib/$name; do
        LAZYNCCL_LIBPATH=$stage/$entry
        equal "$(./ask where)" "env 22801 $stage/lib/$name"
    done
done
rm -rf lib
for patch in 2 10; do
    fake_library nccl 2.28.$patch lib
    mv lib/libnccl.so.2 lib/libnccl.so.2.28.$patch
done
LAZYNCCL_LIBPATH=$stage/lib
equal "$(./ask where)" "env 22810 $stage/lib/libnccl.so.2.28.10"
fake_library nccl 2.28.1 lib # the exact soname comes first
equal "$(./ask where)" "env 22801 $stage/lib/libnccl.so.2"

# the preferred major comes before the newest name
for major in 12 13; do
    fake_library nvrtc $major.0 hashed
    mv hashed/libnvrtc.so.$major hashed/libnvrtc-$((99999999 - major)).so.$major
done
LAZYNCCL_LIBPATH=$stage/hashed
shows '^env 130000 ' ./ask nvrtc where
LAZYNCCL_CUDA=12 shows '^env 120000 ' ./ask nvrtc where
