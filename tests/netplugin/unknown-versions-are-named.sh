# A plugin with only unknown versions is refused, and the warning names its versions and the known
# ones. If a plugin has several versions, the newest known one is used.
. "$SOURCE/tests/netplugin/netplugin.sh"
for number in 99 3; do
    fake_plugin 12 plugin.so -DEXPORTED=$number
    asks 12 open init
    says said "^WARN no network plugin: $plugin: it exports ncclNetPlugin_vN of v$number, but lazynccl knows v4 to v12\$"
    says said '^init: 2$'
done

echo 'int nothing;' >empty.c
$CC -shared -fPIC empty.c -o plugin.so
asks 12 open init
says said "^WARN no network plugin: $plugin: .*no ncclNetPlugin_vN"

# v8's table under v5's name would not work; v99's is not read.
echo '#include <stddef.h>
void *ncclNetPlugin_v99[22], *ncclNetPlugin_v2[17];' >others.c
fake_plugin 8 plugin.so others.c -Wl,--export-dynamic-symbol='ncclNetPlugin*' -fvisibility=default
asks 12 open init transfer
says said "^INFO network plugin $plugin \(v8\), called as v12\$"
says said '^transfer: 0$'
