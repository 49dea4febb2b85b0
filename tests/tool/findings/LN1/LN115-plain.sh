# A plain program, which does not search wheels, and no NCCL anywhere.
module "$root/opt/app" app '' "$site/nvidia/nccl/lib/libnccl.so.2" ncclGetVersion
rm -r "$site/nvidia/nccl" "$site"/nvidia_nccl_cu12-*
verb="doctor --from /opt/app"
