# If the target is not a file, the command accepts libraries for the machine that it was built for.
cat >main.c <<'END'
#include "common/machine/view.h"
int main(void)
{
    const struct elf_file nobody = {0};
    const struct elf_file own = {.class = 64, .machine = OWN};
    const struct elf_file other = {.class = 64, .machine = OTHER};

    return view_fits(&nobody, &own) ? view_fits(&nobody, &other) : 2;
}
END
# fits EM_OF_ITS_OWN ANOTHER_EM COMPILER [COMMAND...]: only the first fits a build for this machine.
fits()
{
    own=$1 other=$2 compiler=$3
    shift 3
    command -v $compiler ${1-} >/dev/null || return 0
    # sections that main() does not reach, and what they would need, are left out
    $compiler -D_GNU_SOURCE -DOWN="$own" -DOTHER="$other" -I"$SOURCE/src" -I"$BUILD/include" \
        -ffunction-sections -fdata-sections -Wl,--gc-sections -static main.c \
        "$SOURCE/src/common/machine/view.c" -o main
    "$@" ./main || fail "$compiler: status $?"
    ran=yes
}
ran=
fits 62 183 x86_64-linux-gnu-gcc
fits 183 62 aarch64-linux-gnu-gcc qemu-aarch64
fits 243 183 riscv64-linux-gnu-gcc qemu-riscv64
[ -n "$ran" ] || skip 'no compiler for another machine, or no qemu to run its programs'
