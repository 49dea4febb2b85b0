# Without a real plugin init fails, and a warning says what was searched and where. The failure is
# remembered, and finalize is safe.
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

# A plugin that lacks a required operation is not started; optional ones may be missing.
plugin=$stage/plugin.so
idle "$plugin" -DISEND=NULL
asks 11 open init
says said "^WARN $plugin: its table of v8 has no isend\$"
says said '^init: 2$'

plugin=$stage/whole.so
idle "$plugin"
asks 11 open init
says said '^init: 0$'
says_not said WARN

# A plugin with only unknown versions is refused, and the warning names its versions and the known
# ones. If a plugin has several versions, the newest known one is used.
plugin=$stage/plugin.so
for number in 99 3; do
    fake_plugin 12 plugin.so -DEXPORTED=$number
    asks 12 open init
    says said "^WARN no network plugin: $plugin: it exports ncclNetPlugin_vN of v$number, but lazynccl knows v4 to v12\$"
    says said '^init: 2$'
done

library plugin.so 'int nothing;'
asks 12 open init
says said "^WARN no network plugin: $plugin: .*no ncclNetPlugin_vN"

# v8's table under v5's name would not work; v99's is not read.
echo '#include <stddef.h>
void *ncclNetPlugin_v99[22], *ncclNetPlugin_v2[17];' >others.c
fake_plugin 8 plugin.so others.c -Wl,--export-dynamic-symbol='ncclNetPlugin*' -fvisibility=default
asks 12 open init transfer
says said "^INFO network plugin $plugin \(v8\), called as v12\$"
says said '^transfer: 0$'
