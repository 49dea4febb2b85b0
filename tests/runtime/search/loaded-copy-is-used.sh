# A loaded copy is used, whatever its path and scope, even if its file has moved, and is pinned.
consumer "$SOURCE/tests/fake/ask.c" ask
fake_library nccl 2.28.1 lib
fake_library nccl 2.28.2 nvidia/nccl/lib # in the location "wheel"

./ask where report >output
says output "^wheel 22802 $stage/nvidia/nccl/lib/libnccl.so.2$"
says output '^loaded +no libnccl\.so\.2 is loaded$'
for how in open open-global; do
    equal "$(./ask $how="$stage/lib/libnccl.so.2" where call close call)" \
        "loaded 22801 $stage/lib/libnccl.so.2
call 0 22801.0
call 0 22801.0"
done
equal "$(./ask open=lib/libnccl.so.2 chdir=/ where)" "loaded 22801 $stage/lib/libnccl.so.2"

cp lib/libnccl.so.2 lib/odd.name # its DT_SONAME counts
equal "$(./ask open="$stage/lib/odd.name" where)" "loaded 22801 $stage/lib/odd.name"
equal "$(./ask open="$stage/lib/odd.name" remove=lib/odd.name where call)" \
    "loaded 22801 $stage/lib/odd.name
call 0 22801.0"

# Its file was replaced or removed after it was loaded, by a relative or absolute name.
fake_library nccl 2.28.3 second
for name in ./own/libnccl.so.2 "$stage/own/libnccl.so.2"; do
    for change in rename=second/copy:own/libnccl.so.2 remove=own/libnccl.so.2; do
        rm -rf own
        cp -r lib own
        cp second/libnccl.so.2 second/copy
        ./ask open="$name" $change where >output
        says output '^loaded 22801 '
    done
done

# Loaded at startup by the program's dynamic linker.
$CC "$SOURCE/tests/fake/ask.c" -o linked -pthread -I"$BUILD/include" "$ARCHIVE" -Wl,--no-as-needed \
    lib/libnccl.so.2 -Wl,-rpath,"$stage/lib"
equal "$(./linked where call)" "loaded 22801 $stage/lib/libnccl.so.2
call 0 22801.0"
