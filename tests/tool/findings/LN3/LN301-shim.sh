# The shim is found, but not the plugin that it is to open.
cp "$BUILD/src/netplugin/libnccl-net-lazy.so" "$root/usr/lib"
environment="NCCL_NET_PLUGIN=lazy LAZYNCCL_NET_PLUGIN=/nowhere/libnccl-net-x.so"
