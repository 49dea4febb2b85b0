# A module's note is truncated.
verb="audit /venv/lib/python3.11/site-packages"
cat >noted.c <<'END'
__attribute__((section(".note.dlopen"), used, aligned(4))) static const struct {
    unsigned owner, size, type;
    char fdo[4], body[28];
} note = {4, 28, 0x407c0c0a, "FDO", "[{\"soname\":[\"libnccl.so.2\"]"};
END
$CC -w -shared -fPIC -nostdlib noted.c -o "$site/train/noted.so"
