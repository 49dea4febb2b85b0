# Without /proc the location "wheel" does not know the folder of the program. One line says so, and
# the other search locations work.
unshare -m true 2>/dev/null && unshare -m mount -t tmpfs none /proc 2>/dev/null ||
    skip "it mounts a tmpfs, which takes root and is not allowed in every chroot"
mkdir program
consumer "$SOURCE/tests/fake/ask.c" program/ask
fake_library nccl 2.28.1 lib
fake_library nccl 2.28.2 program/nvidia/nccl/lib
without() # COMMAND...
{
    unshare -m sh -c 'mount -t tmpfs none /proc && exec "$@"' sh "$@"
}
equal "$(LAZYNCCL_LIBPATH=$stage/lib without program/ask where)" "env 22801 $stage/lib/libnccl.so.2"
without program/ask where report >said
cat said
grep -q "^wheel 22802" said || says said '^wheel .*/proc'
