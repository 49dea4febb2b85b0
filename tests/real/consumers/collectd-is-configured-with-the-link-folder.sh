# Debian's collectd has a plugin that links -lnvidia-ml. With the link folder in CC, as described in
# docs/adopting.md, and no other change, the plugin loads without NVML, and reads values if NVML is
# present. It prints only the code of a failure, which `explain` knows.
need make autoconf automake libtoolize bison flex pkg-config
need_tool
need_release nvidia-nvml-dev-cu12-12.9.79
debian_source collectd
link_folder nvidia-ml

cp -a "$source" collectd
cd collectd
./build.sh >../build.log 2>&1 &&
    ./configure CC="$CC -L$stage/link" --disable-all-plugins --enable-gpu_nvidia --enable-logfile \
        --with-cuda="$(dirname "$(include nvidia-nvml-dev-cu12-12.9.79)")" >>../build.log 2>&1 &&
    make -j2 >>../build.log 2>&1 || fail "$(tail -n 20 ../build.log)"
cd ..
is_lazy collectd/.libs/gpu_nvidia.so

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

driver_without_gpus
LAZYNCCL_LIBPATH=$stage/driver collects >said 2>&1 || fail "$(cat said)"
says said '^asked for devices$'
says_not said 'NVML init failed'
