# A module's note declares that it opens libnccl.so, and another NCCL has this name.
echo '__attribute__((section(".note.dlopen"), used, aligned(4))) static const struct {
    unsigned owner, size, type; char name[4], text[28]; } note = {4, 28, 0x407c0c0a, "FDO",
    "[{\"soname\":[\"libnccl.so\"]}]"};' |
    $CC -shared -fPIC -nostdlib -x c - -o "$site/train/rust.so"
fake_library nccl 2.27.3 "$root/usr/lib"
mv "$root/usr/lib/libnccl.so.2" "$root/usr/lib/libnccl.so"
