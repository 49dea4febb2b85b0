# The output is the same with gcc and clang, at every optimization level, hardened, and with
# link-time optimization, and none of them warns.
. "$SOURCE/tests/fake/paths.sh"

strict='-Wall -Wextra -Werror'
same_output gcc $strict -O0
same_output gcc $strict -Os -fvisibility=default
same_output gcc $strict -O3 -Wl,-z,now -Wl,--gc-sections -ffunction-sections -fdata-sections
same_output gcc $strict -O2 -D_FORTIFY_SOURCE=2 -fstack-protector-all -fcf-protection=full \
    -fstack-clash-protection
# the compiler sees the program's prototypes and the archive's together
same_output gcc $strict -O2 -flto -fno-fat-lto-objects -Wlto-type-mismatch
if command -v clang >/dev/null; then
    same_output clang $strict -O0
    same_output clang $strict -Os
    same_output clang $strict -O3
fi
