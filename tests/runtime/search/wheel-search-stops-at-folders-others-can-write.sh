# The search goes up from a module while only its owner and root can write the folder.
mkdir -p a/b/c
consumer "$SOURCE/tests/fake/ask.c" a/b/c/ask
for folder in a a/b; do
    fake_library nccl 2.28.1 $folder/nvidia/nccl/lib
done

for mode in 777 1777 775 757; do
    chmod $mode a/b
    shows '^absent$' a/b/c/ask where report
    says output "^wheel +$stage/a/b: not searched: others can write there$"
    says_not output "^wheel +$stage/a:" # nor anything above it
done
chmod 755 a/b
equal "$(a/b/c/ask where)" "wheel 22801 $stage/a/b/nvidia/nccl/lib/libnccl.so.2"
chmod 777 a/b/c # its own folder is not exempt
equal "$(a/b/c/ask where)" absent
