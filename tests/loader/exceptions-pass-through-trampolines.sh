# NVRTC calls a callback written in C++, which throws: the exception is caught by who called NVRTC,
# beyond the trampoline, at the first call (and the first-call function) as at later ones.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"

cat >flow.c <<'C'
/* nvrtcCompileProgram calls what nvrtcSetFlowCallback was given; the first call does so, too. */
static int (*flow)(void *, void *);
static void *payload;
int nvrtcSetFlowCallback(void *program, int (*callback)(void *, void *), void *data)
{
    flow = callback;
    payload = data;
    return flow(payload, program);
}
int nvrtcGetNumSupportedArchs(int *count)
{
    *count = flow(payload, 0);
    return 0;
}
C
# the library's own frames must be passed, too: NVRTC is C++
fake_library nvrtc 12.9 lib flow.c -fexceptions

cat >throw.cpp <<'C'
#include <cstdio>
#include <stdexcept>
extern "C" int nvrtcSetFlowCallback(void *, int (*)(void *, void *), void *);
extern "C" int nvrtcGetNumSupportedArchs(int *);

struct Noisy { ~Noisy() { std::puts("unwound"); } };

static int thrower(void *payload, void *)
{
    throw std::runtime_error(static_cast<const char *>(payload));
}

template <typename Call> static void attempt(Call call)
{
    try {
        Noisy noisy;
        std::printf("returned %d\n", call());
    } catch (const std::runtime_error &error) {
        std::printf("caught %s\n", error.what());
    }
}

int main()
{
    static char text[] = "it";
    int count = 0;
    for (int i = 0; i < 2; i++)
        attempt([&] { return nvrtcSetFlowCallback(nullptr, thrower, text); });
    for (int i = 0; i < 2; i++)
        attempt([&] { return nvrtcGetNumSupportedArchs(&count); });
}
C
right="unwound
caught it
unwound
caught it
unwound
caught it
unwound
caught it"
export LAZYNCCL_LIBPATH="$stage/lib"
$CXX throw.cpp "$ARCHIVE" -o static
equal "$(./static)" "$right"
$CXX throw.cpp "$SHARED" -Wl,-rpath,"$(dirname "$SHARED")" -o shared
equal "$(./shared)" "$right"

rebuilt other.a gcc -O0
g++ throw.cpp other.a -o unoptimized
equal "$(./unoptimized)" "$right"
if command -v clang >/dev/null; then
    rebuilt other.a clang -O2
    clang++ throw.cpp other.a -o clang
    equal "$(./clang)" "$right"
fi
# link-time optimization must not conclude that C cannot throw
rebuilt lto.a gcc -flto -O2
g++ -flto -flto-partition=none -O2 throw.cpp lto.a -o lto
equal "$(./lto)" "$right"
