# Debian's hwloc has a configure script that checks for -lnvidia-ml. With the link folder in CC, as
# described in docs/adopting.md, and no other change, it is built with NVML, starts without NVML and
# says why it is missing, and calls NVML if it is present.
need make
need_release nvidia-nvml-dev-13.5.37
debian_source hwloc
link_folder nvidia-ml

cp -a "$source" hwloc
cd hwloc
./configure CC="$CC -L$stage/link" CPPFLAGS="-I$(include nvidia-nvml-dev-13.5.37)" \
    --disable-shared --enable-static --disable-cairo --disable-libxml2 --disable-cuda \
    --disable-opencl --disable-gl --disable-libudev --disable-rsmi --disable-levelzero \
    --disable-pci --disable-netloc >../configure.log 2>&1 || fail "$(tail -n 20 ../configure.log)"
grep -q '^#define HWLOC_HAVE_NVML 1$' include/private/autogen/config.h ||
    fail "configure finds no NVML: $(grep -i nvml ../configure.log)"
make -C include >../make.log 2>&1 && make -j2 -C hwloc >>../make.log 2>&1 &&
    make -C utils/hwloc hwloc-info >>../make.log 2>&1 || fail "$(tail -n 20 ../make.log)"
cd ..
info=hwloc/utils/hwloc/hwloc-info
is_lazy $info

export HWLOC_HIDE_ERRORS=0
$info >said 2>&1 || fail "$(cat said)"
says said '^hwloc/nvml: Failed to initialize .*: NVML cannot be used: no libnvidia-ml\.so\.1 in any'
says said 'Machine'

driver_without_gpus
LAZYNCCL_LIBPATH=$stage/driver $info >said 2>&1 || fail "$(cat said)"
says said '^asked for devices$'
says_not said 'hwloc/nvml'
