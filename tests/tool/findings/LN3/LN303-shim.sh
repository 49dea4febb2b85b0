# A file that is not a network plugin at all; a v6 would do, since the shim converts it.
cp "$BUILD/src/netplugin/libnccl-net-lazy.so" "$root/usr/lib"
plugin "$root/usr/lib/libnccl-net-none.so" ncclTunerPlugin_v3
environment="NCCL_NET_PLUGIN=lazy LAZYNCCL_NET_PLUGIN=none"
