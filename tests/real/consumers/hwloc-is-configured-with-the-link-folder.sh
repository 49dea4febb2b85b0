# Debian's hwloc, whose configure looks for -lnvidia-ml: with the link folder in CC, as
# docs/adopting.md says, and no other change, it is built with NVML, starts without it, says why it
# has none, and calls one that is there.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/real/support/real.sh"
. "$SOURCE/tests/real/consumers/sources.sh"
need make
need_release nvidia-nvml-dev-13.5.37
debian_source hwloc
mkdir link
ln -s "${ARCHIVE%.a}-all.a" link/libnvidia-ml.a

cp -a "$source" hwloc
cd hwloc
./configure CC="$CC -L$stage/link" CPPFLAGS="-I$(include nvidia-nvml-dev-13.5.37)" \
    --disable-shared --enable-static --disable-cairo --disable-libxml2 --disable-cuda \
    --disable-opencl --disable-gl --disable-libudev --disable-rsmi --disable-levelzero \
    --disable-pci --disable-netloc >../configure.log 2>&1 || fail "$(tail -n 20 ../configure.log)"
says include/private/autogen/config.h '^#define HWLOC_HAVE_NVML 1$'
make -C include >../make.log 2>&1 && make -j2 -C hwloc >>../make.log 2>&1 &&
    make -C utils/hwloc hwloc-info >>../make.log 2>&1 || fail "$(tail -n 20 ../make.log)"
cd ..
info=hwloc/utils/hwloc/hwloc-info
! readelf -d $info | grep 'NEEDED.*nvidia' || fail "hwloc-info is linked with NVML itself"

export HWLOC_HIDE_ERRORS=0
$info >said 2>&1 || fail "$(cat said)"
says said '^hwloc/nvml: Failed to initialize .*: NVML cannot be used: no libnvidia-ml\.so\.1 in any'
says said 'Machine'

# A machine with a driver and no GPU.
cat >nvml.c <<'END_OF_C'
#include <stdio.h>
int nvmlInit_v2(void) { return 0; }
int nvmlShutdown(void) { return 0; }
int nvmlDeviceGetCount_v2(unsigned *count)
{
    *count = 0;
    return puts("asked for devices") < 0;
}
END_OF_C
mkdir driver
$CC -shared -fPIC nvml.c -o driver/libnvidia-ml.so.1 -Wl,-soname,libnvidia-ml.so.1
LAZYNCCL_LIBPATH=$stage/driver $info >said 2>&1 || fail "$(cat said)"
says said '^asked for devices$'
says_not said 'hwloc/nvml'
