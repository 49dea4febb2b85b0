# A module's note names libfoo.so.1 and the system has libfoo.so.2. Its other notes are right: the
# first or the second alternative is found, or no release is. A file name does not count as a newer
# SONAME.
verb="audit /venv/lib/python3.11/site-packages/train"
lib=$root/usr/lib
mkdir -p "$lib"
library()
{
    $CC -w -shared -fPIC -nostdlib -o "$lib/$1" -x c /dev/null -Wl,-soname,"$2"
}
library libfoo.so.2 libfoo.so.2
library libfoo.so.10 libfoo.so.10
library libfoo.so.11.0.1 libfoo.so.11
library libbar.so.2 libbar.so.2
library libbar.so.3 libbar.so.3
cat >noted.c <<'END2'
#define NOTE(name, text)                                                                           \
    __attribute__((section(".note.dlopen"), used, aligned(4))) static const struct {               \
        unsigned owner, size, type;                                                                \
        char fdo[4], body[(sizeof text + 3) / 4 * 4];                                              \
    } name = {4, sizeof text, 0x407c0c0a, "FDO", text};
NOTE(foo, "[{\"soname\":[\"libfoo.so.1\"],\"feature\":\"foo\",\"priority\":\"recommended\"}]")
NOTE(bar, "[{\"soname\":[\"libbar.so.1\",\"libbar.so.2\"],\"priority\":\"required\"},"
          "{\"soname\":[\"libabsent.so.1\"],\"feature\":\"absent\"}]")
END2
$CC -w -shared -fPIC -nostdlib noted.c -o "$site/train/noted.so"
