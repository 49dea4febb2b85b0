# libnccl-HASH.so.2 (a repaired wheel's name) and full versions are accepted; the newest is taken.
consumer "$SOURCE/tests/fake/ask.c" ask
export LAZYNCCL_LIBPATH

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
./ask nvrtc where >output
says output '^env 130000 '
LAZYNCCL_CUDA=12 ./ask nvrtc where >output
says output '^env 120000 '
