# The handler of lazynccl_on_absent() may return, throw, call longjmp(), or make the library available, on each
# machine, with each compiler, and in a copy that is compiled without unwind tables.
stub_of toy '[absent.returns]' 'int = "-7"' '[absent.functions]' 'toy_error = "reason"' <<'TOML'
int toy_add(int, int);
double toy_scale(double, int);
const char *toy_error(int);
void *toy_stop(int);
TOML
cat >through.c <<'C'
int through(int (*function)(int), int n)
{
    volatile int kept = n;
    return function(n) + kept;
}
C
echo 'int toy_add(int a, int b) { return a + b; }' >toy.c
cat >program.cc <<'C++'
#include "lazynccl.h"
#include <cerrno>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
extern "C" {
int toy_add(int, int);
double toy_scale(double, int);
const char *toy_error(int);
void *toy_stop(int);
int through(int (*)(int), int);
}
static lazytoy_library *const toy = lazytoy_toy();
static std::string last;
static int calls, depth;
static jmp_buf back;

static void wrong(int line)
{
    std::printf("line %d: last '%s', %d calls\n", line, last.c_str(), calls);
    std::exit(1);
}
#define is(what) ((what) ? (void)0 : wrong(__LINE__))

static void throws(const char *function, const char *reason, void *data)
{
    is(std::strstr(reason, "libtoy.so.1"));
    throw std::runtime_error(std::string(static_cast<const char *>(data)) + function);
}
static void returns(const char *function, const char *, void *)
{
    last = function;
    calls++;
    errno = ERANGE;
}
static void jumps(const char *, const char *, void *data)
{
    longjmp(*static_cast<jmp_buf *>(data), 5);
}
static void calls_again(const char *, const char *, void *)
{
    if (++depth < 3)
        is(toy_add(depth, 1) == -7);
}
static void makes_available(const char *, const char *, void *data)
{
    is(lazytoy_set_path(toy, static_cast<const char *>(data)) == 0);
}
static int add(int n)
{
    std::string local = "destroyed by the exception";
    return toy_add(n, 2) + static_cast<int>(local.size());
}
static int scale(int n) { return static_cast<int>(toy_scale(n, 2)); }
static int stop(int n) { return toy_stop(n) != nullptr; }
static std::string thrown(int (*function)(int))
{
    try {
        through(function, 1);
    } catch (const std::exception &error) {
        return error.what();
    }
    return "nothing";
}
int main(int, char **words)
{
    char prefix[] = "absent: ";
    is(lazytoy_on_absent(toy, throws, prefix) == 0);
    for (int i = 0; i < 3; i++) {
        is(thrown(add) == "absent: toy_add");
        is(thrown(scale) == "absent: toy_scale");
        is(thrown(stop) == "absent: toy_stop");
    }
    is(std::strstr(toy_error(1), "libtoy.so.1"));
    is(lazytoy_on_absent(toy, returns, nullptr) == 0);
    errno = EDOM;
    for (int i = 1; i < 4; i++)
        is(toy_add(1, 2) == -7 && last == "toy_add" && calls == i && errno == EDOM);
    is(lazytoy_on_absent(toy, jumps, &back) == 0);
    volatile int jumped = 0;
    if (setjmp(back) == 0 || ++jumped < 3)
        toy_stop(1);
    is(jumped == 3);
    is(lazytoy_on_absent(toy, calls_again, nullptr) == 0);
    is(toy_add(0, 1) == -7 && depth == 3);
    is(lazytoy_on_absent(toy, nullptr, nullptr) == 0 && toy_add(1, 2) == -7);
    is(lazytoy_on_absent(toy, makes_available, words[1]) == 0);
    is(toy_add(40, 2) == 42 && toy_add(1, 2) == 3);
    is(calls == 3);
    std::puts("right");
}
C++
"$PYTHON" "$SOURCE/gen" vendor toy.toml --search api,loaded,soname -o small
"$PYTHON" "$SOURCE/gen" vendor toy.toml --search full -o full
bare='-fno-exceptions -fno-asynchronous-unwind-tables -fno-unwind-tables'

# machine RUN C C++ [OPTION...]: is right on this one, if there are compilers for it. The options are
# for the program.
machine()
{
    run=$1 cc=$2 cxx=$3
    shift 3
    for needed in "${run%% *}" "${cc%% *}" "${cxx%% *}"; do
        command -v "$needed" >/dev/null || return 0
    done
    $cc -fPIC -shared toy.c -o libtoy.so.1 -Wl,-soname,libtoy.so.1
    $cc -O2 -fexceptions -c through.c -o through.o
    for kind in small full; do
        $cxx -O2 "$@" -I$kind -c program.cc -o program.o
        for options in "-O2" "-O2 $bare" "-g -Os $bare"; do
            for compiler in "$cc" "$(clang_for "$cc")"; do
                [ "$compiler" ] || continue
                $compiler -Wall -Wextra -Werror $options -c $kind/lazynccl.c -o lazynccl.o
                $cxx "$@" program.o through.o lazynccl.o -o program -ldl -lpthread
                said=$($run ./program "$stage/libtoy.so.1" 2>&1) || :
                equal "$compiler $options, $kind: $said" "$compiler $options, $kind: right"
                tried=$((tried + 1))
            done
        done
    done
}

# clang_for COMPILER: prints a command of clang for the same machine, or nothing.
clang_for()
{
    triplet=${1%-gcc}
    command -v clang >/dev/null || return 0
    [ "$triplet" != "$1" ] || { echo clang && return 0; }
    case $triplet in
    arm-*) target='armv7-linux-gnueabihf -mfpu=vfpv3-d16' ;;
    riscv64-*) target="$triplet -march=rv64gc -mabi=lp64d" ;;
    *) target=$triplet ;;
    esac
    echo "clang --sysroot=/usr/$triplet -isystem /usr/$triplet/include --target=$target"
}
tried=0
machine env "$CC" "$CXX"
for each in aarch64-linux-gnu:qemu-aarch64 riscv64-linux-gnu:qemu-riscv64 s390x-linux-gnu:qemu-s390x \
    arm-linux-gnueabihf:qemu-arm i686-linux-gnu:qemu-i386 \
    'powerpc64le-linux-gnu:qemu-ppc64le -cpu power9'; do
    triplet=${each%%:*}
    machine "${each#*:} -L /usr/$triplet" "$triplet-gcc" "$triplet-g++"
    case $triplet in
    powerpc*) machine "${each#*:} -L /usr/$triplet" "$triplet-gcc" "$triplet-g++" -fno-plt ;;
    esac
done
echo "$tried programs"
[ $tried -gt 0 ] || skip "no compiler of C++"
