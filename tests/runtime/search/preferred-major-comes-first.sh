# Among several majors the order is: a loaded copy's, the partner's, the linked suffix's, the
# newest.
for version in 12.9 13.0; do
    fake_library nvrtc $version lib
    fake_library nvjitlink $version lib
done
export LAZYNCCL_LIBPATH="$stage/lib"

equal "$(./ask nvrtc where)" "env 130000 $stage/lib/libnvrtc.so.13"
fake_library nvrtc 12.8 loaded
equal "$(./ask open="$stage/loaded/libnvrtc.so.12" nvrtc where)" \
    "env 120900 $stage/lib/libnvrtc.so.12"

LAZYNCCL_LIBPATH=$stage/lib/libnvrtc.so.12:$stage/lib/libnvJitLink.so.12:$stage/lib
equal "$(./ask nvrtc where nvjitlink where)" "env 120900 $stage/lib/libnvrtc.so.12
env 120900 $stage/lib/libnvJitLink.so.12"
LAZYNCCL_LIBPATH=$stage/lib
equal "$(./ask nvjitlink path="$stage/lib/libnvJitLink.so.12" where nvrtc where)" "set_path 0
api 120900 $stage/lib/libnvJitLink.so.12
env 120900 $stage/lib/libnvrtc.so.12"
# Of two loaded partners the one that lazynccl opened counts.
equal "$(./ask open="$stage/lib/libnvrtc.so.13" nvrtc path="$stage/lib/libnvrtc.so.12" load nvjitlink where)" \
    "set_path 0
load 0
env 120900 $stage/lib/libnvJitLink.so.12"

# A program that calls __nvJitLinkCreate_12_9 prefers 12, also for NVRTC, and for nvJitLink if it calls
# another function first. LAZYNCCL_CUDA changes that.
consumer - family <<'C'
#include <lazynccl.h>
int __nvJitLinkCreate_12_9(void **linker, unsigned count, const char **options);
int nvJitLinkVersion(unsigned *major, unsigned *minor);
int main(int count, char **words)
{
    void *linker = NULL;
    unsigned major, minor;
    int code = count > 1 ? nvJitLinkVersion(&major, &minor) : 0;
    if (!code)
        code = __nvJitLinkCreate_12_9(&linker, 0, NULL);
    printf("%d %d %d\n", code, lazynccl_version(lazynccl_nvjitlink()),
           lazynccl_load(lazynccl_nvrtc()) ? 0 : lazynccl_version(lazynccl_nvrtc()));
}
C
equal "$(./family)" "0 120900 120900"
equal "$(./family version)" "0 120900 120900"
if [ -x "${TOOL:-}" ]; then
    "$TOOL" find nvrtc nvjitlink --from ./family >said
    equal "$(grep -c '^ *lazynccl *12\.9 ' said)" 2
    consumer "$SOURCE/tests/fake/ask.c" needs -Wl,--no-as-needed lib/libnvrtc.so.12 -Wl,-rpath,"$stage/lib"
    equal "$(./needs nvjitlink where)" "env 120900 $stage/lib/libnvJitLink.so.12"
    shows '^ *lazynccl *12\.9 ' "$TOOL" find nvjitlink --from ./needs
fi
equal "$(LAZYNCCL_CUDA=13 LAZYNCCL_SEARCH=env ./family)" "0 130000 130000"
rm lib/libnvJitLink.so.12
equal "$(./family)" "0 130000 130000" # NVRTC follows its partner
