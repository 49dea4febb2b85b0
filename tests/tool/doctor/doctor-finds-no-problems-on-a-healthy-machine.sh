# Correct settings that resemble wrong ones cause no finding.
healthy
mkdir -p "$root/opt/stand-ins" "$root/opt/other"
cp "$SHARED" "$root/opt/stand-ins/libnccl.so.2"
plugin "$root/opt/other/libnccl-net-fast.so" ncclNetPlugin_v11
ln -s libnccl-net-fast.so "$root/opt/other/libnccl-net-slow.so"
printf '# nothing\n#NCCL_NET = IB\n\nno equals sign\n' >"$root/etc/nccl.conf"
cp "$root/etc/nccl.conf" "$root/home/user/.nccl.conf"
printf '/opt/other\ninclude /etc/none.d/*.conf\n' >"$root/etc/ld.so.conf"

# silent NAME=VALUE...: no finding with these variables.
silent()
{
    environment=$*
    exits 0 on_root doctor >out 2>err
    equal "$(cat err) $(sed '1d; s/ in [0-9]* files*$//' out)" " $no_problems"
}

silent NCCL_NET=IB
silent NCCL_NET=socket
silent NCCL_NET=Fast NCCL_NET_PLUGIN=fast LD_LIBRARY_PATH=/opt/other NCCL_NET_PLUGIN_REF_COUNT=1
silent NCCL_NET_PLUGIN=/opt/other/libnccl-net-fast.so NCCL_NET_PLUGIN_REF_COUNT=0
silent NCCL_NET_PLUGIN=none
silent NCCL_NET_PLUGIN=
silent NCCL_NET_PLUGIN=fast,slow LD_LIBRARY_PATH=/opt/other NCCL_NET_PLUGIN_REF_COUNT=1
silent NCCL_VERSION=2.15.5 NCCL_DEBUG=NOISY NCCL_NETT=x NCCL_SOCKET_IFNAME=nosuch NCCL_COMM_ID=x
silent NCCL_IB_DISABLE=0 NCCL_NET=IB
silent LD_LIBRARY_PATH=/opt/stand-ins
silent LD_LIBRARY_PATH=
silent NCCL_CONF_FILE=/etc/nccl.conf HOME=/nowhere

# a package brings stub libraries of another machine, to link for that
mkdir -p "$site/nvidia/dsl/lib/stubs/aarch64-linux-gnu"
cp "$site/nvidia/nccl/lib/libnccl.so.2" "$site/nvidia/dsl/lib/stubs/aarch64-linux-gnu/libdsl.so"
printf '\267' | dd of="$site/nvidia/dsl/lib/stubs/aarch64-linux-gnu/libdsl.so" bs=1 seek=18 conv=notrunc \
    status=none
package nvidia-dsl 1.0 nvidia/dsl/lib/stubs/aarch64-linux-gnu/libdsl.so
silent

# only a folder whose own name is stubs has files for linking
mkdir -p "$root/opt/stubs/lib"
silent LD_LIBRARY_PATH=/opt/stubs/lib

# a package has a file for each CUDA, and opens the one that fits
module "$site/hook_cu12.abi3.so" hook.so '$ORIGIN/nvidia/nccl/lib' "$site/nvidia/nccl/lib/libnccl.so.2" \
    ncclGetVersion
for file in hook hook_cu11; do
    library libcudart.so.11.0 'int cudaMalloc(void) { return 0; }'
    module "$site/$file.abi3.so" hook.so '' ./libcudart.so.11.0 cudaMalloc
done
silent
rm "$site/hook_cu12.abi3.so"
on_root doctor >out && fail "status 0"
says out '^error\[LN115\] hook\.abi3\.so and 1 more file'
rm "$site"/hook*

# a driver newer than any known one
rm "$root"/usr/lib/libcuda.so* "$root/proc/driver/nvidia/version"
cp "$root/usr/lib/libibverbs.so.1" "$root/usr/lib/libcuda.so.999.1"
ln -s libcuda.so.999.1 "$root/usr/lib/libcuda.so.1"
silent
says out '^examining: python 3\.11 of /venv; driver 999\.1$'

# a toolkit's NVRTC has its own nvJitLink next to it, newer than the wheel's
mv "$site/nvidia/cuda_nvrtc" "$site"/nvidia_cuda_nvrtc_cu12-* "$stage"
fake_library nvrtc 13.0 "$root/usr/local/cuda/lib64" -Wl,-rpath,'$ORIGIN' -Wl,--enable-new-dtags
fake_library nvjitlink 13.0 "$root/usr/local/cuda/lib64"
silent
rm -r "$root/usr/local/cuda"
mv "$stage/cuda_nvrtc" "$site/nvidia"
mv "$stage"/nvidia_cuda_nvrtc_cu12-* "$site"

# no driver, which is a note
rm "$root"/usr/lib/libcuda.so*
environment=
on_root doctor >out
equal "$(sed -n 1p out)" "examining: python 3.11 of /venv"
equal "$(grep -c '^[a-z]*\[' out) $(grep -o '^note\[LN126\]' out)" "1 note[LN126]"

# an empty root
root=$stage/empty
mkdir "$root"
no_problems='no NVIDIA libraries here'
silent
equal "$(sed -n 1p out)" "examining: this machine, without Python"
