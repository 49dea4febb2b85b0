# An exception thrown in an NVRTC callback reaches NVRTC's caller, in first and later calls.
cat >flow.c <<'C'
/* nvrtcCompileProgram calls the callback given to nvrtcSetFlowCallback; so does the first call. */
static int (*flow)(void *, void *);
static void *payload;
int nvrtcSetFlowCallback(void *program, int (*callback)(void *, void *), void *data)
{
    flow = callback;
    payload = data;
    return flow(payload, program);
}
int nvrtcGetNumSupportedArchs(int *count) { *count = flow(payload, 0); return 0; }
C
# The exception must also pass the frames of the library, because NVRTC is C++.
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
[ -n "${SHARED-}" ] || exit 0 # on another platform, where the rest would compile for this one
$CXX throw.cpp "$SHARED" -Wl,-rpath,"$(dirname "$SHARED")" -o shared
equal "$(./shared)" "$right"
! is_brief || exit 0

rebuild_archive other.a gcc -O0
g++ throw.cpp other.a -o unoptimized
equal "$(./unoptimized)" "$right"
if command -v clang >/dev/null; then
    rebuild_archive other.a clang -O2
    clang++ throw.cpp other.a -o clang
    equal "$(./clang)" "$right"
fi
# link-time optimization must not assume that C functions never throw
share_archive lto.a gcc -flto -O2
g++ -flto -flto-partition=none -O2 throw.cpp lto.a -o lto
equal "$(./lto)" "$right"
