# The newer library is in a folder that only ld.so.cache knows.
verb="audit /venv/lib/python3.11/site-packages/train"
mkdir -p "$root/opt/foo" "$root/etc"
echo /opt/foo >"$root/etc/ld.so.conf"
$CC -w -shared -fPIC -nostdlib -o "$root/opt/foo/libfoo.so.2" -x c /dev/null -Wl,-soname,libfoo.so.2
cat >noted.c <<'END2'
#define TEXT "[{\"soname\":[\"libfoo.so.1\"],\"feature\":\"foo\",\"priority\":\"suggested\"}]"
__attribute__((section(".note.dlopen"), used, aligned(4))) static const struct {
    unsigned owner, size, type;
    char fdo[4], body[(sizeof TEXT + 3) / 4 * 4];
} note = {4, sizeof TEXT, 0x407c0c0a, "FDO", TEXT};
END2
$CC -w -shared -fPIC -nostdlib noted.c -o "$site/train/noted.so"
PATH=$PATH:/usr/sbin:/sbin ldconfig -r "$root" 2>messages || fail "$(cat messages)"
