# Without a real plugin init fails, and a warning says what was searched and where. The failure is
# remembered, and finalize is safe.
. "$SOURCE/tests/netplugin/netplugin.sh"
plugin=$PWD/nowhere/libfabric-plugin.so
asks 11 open init finalize-unknown init
says said "^WARN no network plugin: $plugin: No such file or directory"
says said "^WARN env +$plugin: No such file or directory\$"
equal "$(grep -c '^init: 2$' said)" 2
says said '^finalize-unknown: 0$'

plugin=ofi
asks 8 open init devices properties listen connect
says said '^WARN no network plugin: no libnccl-net-ofi.so in any search location.*LAZYNCCL_NET_PLUGIN$'
says said '^WARN env +LAZYNCCL_LIBPATH is not set$'
says said '^WARN conda +CONDA_PREFIX is not set$'
for operation in devices properties listen connect; do
    says said "^$operation: [1-9]"
done
says said '^WARN listen: no network plugin: '

plugin=
asks 8 open init
says said '^WARN no network plugin: no libnccl-net.so in any search location'

plugin=relative/libnccl-net.so
asks 8 open init
says said '^WARN no network plugin: LAZYNCCL_NET_PLUGIN=relative/libnccl-net.so refused: neither a name'
equal "$(grep -c -v '^WARN\|^open: 0$\|^init: 2$' said)" 0
