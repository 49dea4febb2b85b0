# A vendored copy passes arguments and results of every kind, in first and later calls: with gcc and
# clang, optimized or not, with link-time optimization in any number of parts, far code, sanitizers,
# protected jumps, and the widest vectors of this processor. A first call can be unwound.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/variants/abi/abi.sh"

"$SOURCE/dev" vendor "$abi/abi.toml" --search full -o full
abi_library $CC
$CC -O2 -w -Ifull "$abi/program.c" full/lazynccl.c -o program -ldl
abi_passes ./program
"$SOURCE/dev" vendor "$abi/abi.toml" --search env -o copy

# passes COMPILER [OPTION...]: all results are right with this compiler and these options.
passes()
{
    printf '%s\n' "$*"
    "$@" -w -Icopy "$abi/program.c" copy/lazynccl.c -o program
    abi_passes without_aslr ./program
}

wide=
case $(uname -m) in
x86_64) wide='-mavx -mavx512f' ;;
esac
for compiler in $(each_of gcc clang); do
    command -v "$compiler" >/dev/null || continue
    abi_library $compiler
    for options in '-O2 -flto' -O0 '-O3 -fPIC' '-O2 -fno-pie -no-pie' '-O2 -fcf-protection=full' \
        '-O2 -mcmodel=large -fno-pie -no-pie' '-O1 -fsanitize=address,undefined' '-O1 -fsanitize=thread'; do
        can_link $compiler $options || continue
        passes $compiler $options
        ! is_brief || break
    done
    # The program needs only processor features that the system reports.
    for option in $wide; do
        grep -qw "${option#-m}" /proc/cpuinfo || continue
        abi_library $compiler $option
        passes $compiler -O2 $option
    done
    abi_library $compiler
done

! is_brief || exit 0

for partition in none one 1to1 balanced max; do
    passes gcc -O2 -flto -flto-partition=$partition
done
if can_link clang -flto=thin -fuse-ld=lld; then
    passes clang -O2 -flto=thin -fuse-ld=lld
fi

# An archive of a vendored copy: for link-time optimization, gcc's index of an object lacks names
# that are defined in assembly.
gcc -O2 -fno-lto -c copy/lazynccl.c -o lazynccl.o
ar rcs liblazynccl.a lazynccl.o
gcc -w -O2 -flto "$abi/program.c" liblazynccl.a -o program
abi_passes ./program

for option in -static -static-pie; do
    $CC -w $option "$abi/program.c" copy/lazynccl.c -o program 2>messages || continue
    # glibc's dlopen works there only with the glibc that it was linked with. The library has a
    # separate errno and unwinder.
    LAZYNCCL_LIBPATH=$stage/lib timeout 60 ./program >said 2>&1 || true
    grep -vE '^(errno_kept|unwinding) is wrong$' said >others || true
    [ ! -s others ] || says others '^lazynccl: abi_return_address: ABI cannot be used: '
done
