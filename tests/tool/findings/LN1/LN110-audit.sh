# A module's note declares that it opens libnccl.so, which the wheels do not have. Audit also says so.
echo '__attribute__((section(".note.dlopen"), used, aligned(4))) static const struct {
    unsigned owner, size, type; char name[4], text[28]; } note = {4, 28, 0x407c0c0a, "FDO",
    "[{\"soname\":[\"libnccl.so\"]}]"};' |
    $CC -shared -fPIC -nostdlib -x c - -o "$site/train/rust.so"
verb="audit /venv/lib/python3.11/site-packages/train"
