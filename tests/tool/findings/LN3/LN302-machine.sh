# A plugin is built for another machine.
mkdir -p "$root/opt"
plugin "$root/opt/libnccl-net-other.so" ncclNetPlugin_v8
printf '\026' | dd of="$root/opt/libnccl-net-other.so" bs=1 seek=18 conv=notrunc 2>/dev/null # s390x
verb="plugin inspect /opt/libnccl-net-other.so"
