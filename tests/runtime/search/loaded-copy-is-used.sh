# A loaded copy is used, whatever its path and scope, even if its file has moved, and is pinned. An object
# without a SONAME is not taken for one, even if its names begin with the library's SONAME.
fake_library nccl 2.28.1 lib
fake_library nccl 2.28.2 nvidia/nccl/lib # in the location "wheel"

shows "^wheel 22802 $stage/nvidia/nccl/lib/libnccl.so.2$" ./ask where report
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
        shows '^loaded 22801 ' ./ask open="$name" $change where
    done
done

# Loaded at startup by the program's dynamic linker.
$CC "$SOURCE/tests/fake/ask.c" -o linked -pthread -I"$BUILD/include" "$ARCHIVE" -Wl,--no-as-needed \
    lib/libnccl.so.2 -Wl,-rpath,"$stage/lib"
equal "$(./linked where call)" "loaded 22801 $stage/lib/libnccl.so.2
call 0 22801.0"

cat >first.c <<'C'
int first(void) __asm__("libnccl.so.2"); /* the object's first name */
int first(void) { return 1; }
C
$CC -w -O1 -fPIC -shared -nostdlib -Wl,-z,undefs first.c "$SOURCE/tests/fake/nccl.c" -o unnamed.so \
    -DMAJOR=2 -DMINOR=28 -DPATCH=1 -lc
readelf -p .dynstr unnamed.so | grep -Eq '\[ +1\]  libnccl\.so\.2$' ||
    skip "all else passed: the linker puts another name first"
equal "$(./ask open="$stage/unnamed.so" where)" "wheel 22802 $stage/nvidia/nccl/lib/libnccl.so.2"
