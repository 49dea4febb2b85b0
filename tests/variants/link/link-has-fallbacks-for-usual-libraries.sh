# Usual libraries, such as zlib, have fallback values; a file in a folder of LAZY_FALLBACKS replaces them. A
# library whose absence would stop the program is required, and LAZY_STRICT refuses it.

echo 'int inflateInit_(void) { return 0; } int crc32(void) { return 1; } int two(void) { return 2; }' >z.c
toy z -Wl,-soname,libz.so.99 # which no machine has
cp z.c unknown.c
toy unknown
echo 'int inflateInit_(void); int main(void) { return inflateInit_() != -6; }' >fails.c
sed 's/int main/int crc32(void), two(void); &/; s/!= -6/+ crc32() + two()/' fails.c >stops.c
export LAZY_LIBS=z,unknown

# priority FILE: of its note
priority()
{
    readelf -p .note.dlopen "$1" | sed -n 's/.*"priority":"\([a-z]*\)".*/\1/p'
}
LAZY_STRICT=1 lazily $CC fails.c -Llib -lz -o program
./program
equal "$(priority program)" recommended
lazily $CC stops.c -Llib -lz -o program
equal "$(priority program)" required
lazily $CC fails.c -Llib -lunknown -o program
equal "$(priority program)" required
LAZY_STRICT=1 refuses 'libunknown.so.1: inflateInit_ stops the program if the library is missing: write' \
    $CC fails.c -Llib -lunknown
LAZY_STRICT=1 refuses 'libz.so.99: crc32 and 1 more functions stop .* to z.toml in .*, or unset LAZY_STRICT$' \
    $CC stops.c -Llib -lz

# What the message says: the values in a file
mkdir own
printf '[absent.functions]\ninflateInit_ = "1"\ncrc32 = "2"\ntwo = "3"\n' >own/z.toml
LAZY_FALLBACKS=own LAZY_STRICT=1 lazily $CC stops.c -Llib -lz -o program
exits 6 ./program
equal "$(priority program)" 'recommended'
sed -i '1i priority = "suggested"' own/z.toml
sed -i /two/d own/z.toml
LAZY_FALLBACKS=own lazily $CC stops.c -Llib -lz -o program
equal "$(priority program)" suggested

# An error text that returns the reason; each of lazynccl's files is valid.
printf '[absent.functions]\ntext = "reason"\n' >own/unknown.toml
echo 'const char *text(void) { return ""; }' >>unknown.c
toy unknown
printf '#include <stdio.h>\nconst char *text(void); int main(void) { return puts(text()) < 0; }\n' >text.c
LAZY_FALLBACKS=own lazily $CC text.c -Llib -lunknown -o program
shows "^libunknown.so.1: cannot open" ./program
for file in "$SOURCE"/gen/link/fallbacks/*.toml; do
    PYTHONPATH=$SOURCE "$PYTHON" -B -c 'import sys
from gen.link import stub
found = stub.find(sys.argv[1])
assert found.absent.answers is not None
if found.absent.answers or found.absent_secure == "stop":
    print(sys.argv[1], found.absent_secure, *found.absent.answers)' "$(basename "$file" .toml)" ||
        fail "$file is not valid, or has no [absent.answers]"
done >answers
# Those of their values that do not tell of a failure, and stand only for "not installed"
equal "$(cat answers)" 'audit stop audit_can_*
cap-ng stop
econf stop econf_get* econf_merge* econf_read*
pam stop
selinux stop is_selinux_enabled is_selinux_mls_enabled selinuxfs_exists
systemd answer sd_booted sd_listen_fds* sd_notify* sd_journal_next* sd_journal_previous*
udev answer udev_device_has_*'
