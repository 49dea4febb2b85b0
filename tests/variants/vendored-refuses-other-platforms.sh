# On another system or machine, or as C++, every kind of copy stops with one error that says so, and
# includes nothing before it.

library libother.so.1 'int other(void) { return 0; }'
vendor full nccl --search full
vendor small ./libother.so.1
vendor two ./libother.so.1 --machine s390x,x86_64
everywhere='lazynccl is for Linux, on x86-64, aarch64, riscv64, i386, armhf, ppc64le or s390x'

# one_error TEXT COMMAND...: it fails with this error and no other.
one_error()
{
    right=$1
    shift
    ! "$@" -o no.o 2>said || fail "$*: compiled"
    equal "$(sed -n 's/.*error: *\(#error \)\{0,1\}"\{0,1\}\([^"]*\).*/\2/p' said)" "$right"
}

for copy in full small two; do
    text=$everywhere
    [ $copy != two ] || text='this copy is for Linux, on s390x, x86_64: vendor another'
    [ $copy != full ] || text='this copy is for Linux, on x86_64, aarch64: vendor another'
    one_error "$text" $CC -U__linux__ -c $copy/lazynccl.c
    one_error 'this file is C: compile it as C, in CMake with project(... LANGUAGES C CXX)' \
        g++ -c $copy/lazynccl.c
    command -v clang >/dev/null || continue
    for target in x86_64-pc-windows-msvc aarch64-pc-windows-msvc x86_64-apple-darwin \
        arm64-apple-darwin x86_64-unknown-freebsd wasm32-wasi x86_64-linux-gnux32 \
        aarch64_be-linux-gnu armeb-linux-gnueabihf arm-linux-gnueabi mips64-linux-gnuabi64 \
        powerpc64-linux-gnu riscv32-linux-gnu sparc64-linux-gnu; do
        one_error "$text" clang --target=$target -nostdlibinc -c $copy/lazynccl.c
    done
done
