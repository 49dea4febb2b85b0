# Debian's collectd, whose plugin links -lnvidia-ml: with the link folder in CC, as docs/adopting.md
# says, and no other change, the plugin is loaded without NVML, and reads from one that is there. It
# prints the code of a failure alone, which explain knows.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/real/support/real.sh"
. "$SOURCE/tests/real/consumers/sources.sh"
need make autoconf automake libtoolize bison flex pkg-config
need_tool
need_release nvidia-nvml-dev-cu12-12.9.79
debian_source collectd
mkdir link
ln -s "${ARCHIVE%.a}-all.a" link/libnvidia-ml.a

cp -a "$source" collectd
cd collectd
./build.sh >../build.log 2>&1 &&
    ./configure CC="$CC -L$stage/link" --disable-all-plugins --enable-gpu_nvidia --enable-logfile \
        --with-cuda="$(dirname "$(include nvidia-nvml-dev-cu12-12.9.79)")" >>../build.log 2>&1 &&
    make -j2 >>../build.log 2>&1 || fail "$(tail -n 20 ../build.log)"
cd ..
! readelf -d collectd/.libs/gpu_nvidia.so | grep 'NEEDED.*nvidia' || fail "it is linked with NVML"

cat >collectd.conf <<END_OF_CONF
BaseDir "$stage"
PluginDir "$stage/collectd/.libs"
TypesDB "$stage/collectd/src/types.db"
LoadPlugin logfile
<Plugin logfile>
    File "stdout"
</Plugin>
LoadPlugin gpu_nvidia
END_OF_CONF

# collects: reads all values once.
collects()
{
    collectd/collectd -f -T -C collectd.conf
}
! collects >said 2>&1 || fail "it works without NVML: $(cat said)"
says said 'plugin "gpu_nvidia" successfully loaded'
says said 'gpu_nvidia: NVML init failed with 12$'
"$TOOL" explain --no-python <said >explained || [ $? = 1 ] || fail "$(cat explained)"
says explained 'LN120 lazynccl finds no copy'

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
LAZYNCCL_LIBPATH=$stage/driver collects >said 2>&1 || fail "$(cat said)"
says said '^asked for devices$'
says_not said 'NVML init failed'
