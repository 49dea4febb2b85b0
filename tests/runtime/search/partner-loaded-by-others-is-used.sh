# A partner that other code loaded counts like one that lazynccl opened, and a mismatch is reported.
consumer "$SOURCE/tests/fake/ask.c" both
consumer - only <<'C'
#include <lazynccl.h>
int nvJitLinkVersion(unsigned *major, unsigned *minor);
int main(int count, char **words)
{
    unsigned major, minor;
    if (count > 1 && !dlopen(words[1], RTLD_NOW))
        puts(dlerror());
    nvJitLinkVersion(&major, &minor);
    fputs(lazynccl_report(lazynccl_nvjitlink()), stdout);
}
C
fake_library nvrtc 12.4 old
fake_library nvjitlink 12.4 old
fake_library nvrtc 12.9 new
fake_library nvjitlink 13.0 new
export VIRTUAL_ENV="$stage/env"
fake_library nvjitlink 12.8 env/lib/python3.11/site-packages/nvidia/nvjitlink/lib
fake_library nvjitlink 13.1 env/lib/python3.11/site-packages/nvidia/cu13/lib
site=$stage/env/lib/python3.11/site-packages

for program in ./only "./both open=$stage/old/libnvrtc.so.12 nvjitlink load report"; do
    [ "$program" != ./only ] || program="./only $stage/old/libnvrtc.so.12"
    shows "^nvJitLink 12\.4 from $stage/old/libnvJitLink.so.12, found via partner$" $program
    says_not output warning
done

# a partner of the same major in another folder; the mismatch is reported
rm new/libnvJitLink.so.13
./only "$stage/new/libnvrtc.so.12" >output
says output "^nvJitLink 12\.8 from $site/nvidia/nvjitlink/lib/libnvJitLink.so.12, found via wheel$"
says output '^warning: NVRTC 12\.9 is newer than nvJitLink 12\.8: LTO-IR'
LAZYNCCL_DEBUG=1 ./only "$stage/new/libnvrtc.so.12" 2>printed >output
says printed '^lazynccl: nvjitlink: warning: NVRTC 12\.9 is newer than nvJitLink 12\.8: LTO-IR'
shows "^nvJitLink 13\.1 from $site/nvidia/cu13/lib/libnvJitLink.so.13, found via wheel$" ./only
says_not output warning
