# On other machines, under QEMU, and with musl, a vendored copy passes arguments and results of every kind. On
# aarch64 and riscv64, a slot is read with an acquire. ppc64le's r2 is kept also with -fno-plt.

"$SOURCE/dev" vendor "$abi/abi.toml" -o copy
tried=0

# platform RUN COMPILER [OPTION...]: is right on this one, if there is a compiler for it.
platform()
{
    run=$1 compiler=$2
    shift
    command -v "$compiler" >/dev/null || return 0
    command -v "${run%% *}" >/dev/null || return 0
    printf '%s\n' "$*"
    rm -rf lib
    abi_library "$@"
    "$@" -std=c11 -Wall -Wextra -pedantic -Werror -O2 -c copy/lazynccl.c -o lazynccl.o
    "$@" -w -O2 "$abi/program.c" lazynccl.o -o program
    abi_passes $run ./program
    tried=$((tried + 1))
}

# trampoline OBJDUMP: the instructions of one, without their operands.
trampoline()
{
    $1 -d --no-show-raw-insn lazynccl.o |
        awk '/^[0-9a-f]+ <abi_many>:$/ { on = 1; next } /^$/ { on = 0 } on && $2 != "nop" { printf "%s ", $2 }'
}

arm='qemu-aarch64 -L /usr/aarch64-linux-gnu'
platform "$arm" aarch64-linux-gnu-gcc -mbranch-protection=standard
[ ! -f lazynccl.o ] || equal "$(trampoline aarch64-linux-gnu-objdump)" "bti adrp add ldar br "
rm -f lazynccl.o
platform "$arm" aarch64-linux-gnu-gcc
[ ! -f lazynccl.o ] || equal "$(trampoline aarch64-linux-gnu-objdump)" "adrp add ldar br "
rm -f lazynccl.o
platform 'qemu-riscv64 -L /usr/riscv64-linux-gnu' riscv64-linux-gnu-gcc -fasynchronous-unwind-tables
[ ! -f lazynccl.o ] || equal "$(trampoline riscv64-linux-gnu-objdump)" "auipc mv ld fence jr "
platform 'qemu-ppc64le -cpu power9 -L /usr/powerpc64le-linux-gnu' powerpc64le-linux-gnu-gcc -fno-plt
rm -f lazynccl.o
platform env musl-gcc -DCANNOT_UNWIND
[ $tried -gt 0 ] || skip "no compiler for another machine or musl"
