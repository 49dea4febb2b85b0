# A module outside site-packages finds wheels in its own folder, and one or two levels up.
mkdir -p a/b/c/d
consumer "$SOURCE/tests/fake/ask.c" a/b/c/d/ask
for row in 1:a/b/c/d 2:a/b/c 3:a/b 4:a; do
    fake_library nccl 2.28.${row%%:*} "${row#*:}/nvidia/nccl/lib"
done

for row in 1:a/b/c/d 2:a/b/c 3:a/b; do
    file=$stage/${row#*:}/nvidia/nccl/lib/libnccl.so.2
    equal "$(a/b/c/d/ask where)" "wheel 2280${row%%:*} $file"
    rm "$file"
done
shows '^absent$' a/b/c/d/ask where report
says_not output "$stage/a:"

# also if the dynamic linker is run as a command, as wrappers and bundles do
fake_library nccl 2.28.5 a/b/c/nvidia/nccl/lib
ld=$(cd / && readlink -f "$(sed -n 's/.* \(\/.*ld-linux.*\)$/\1/p' /proc/self/maps | head -n 1)")
[ -x "$ld" ] || fail "no dynamic linker in /proc/self/maps"
equal "$(cd a/b && "$ld" c/d/ask where)" "wheel 22805 $stage/a/b/c/nvidia/nccl/lib/libnccl.so.2"
