# `lazynccl plugin check` finds no problems in a plugin made with the kit, in any version, nor in
# libnccl-net-lazy.so with a plugin of another version.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/netplugin/netplugin.sh"
need_tool

# passes FILE: no findings.
passes()
{
    "$TOOL" plugin check "$1" >said || fail "$(cat said)"
    says said '^ +v4   v5   v6   v7   v8   v9  v10  v11  v12$'
    says said '^processes( +ok){9}$'
    equal "$(tail -n 1 said)" "$no_problems"
}
tcp tcp.so
passes tcp.so
says said '^groups +-( +ok){8}  maxRecvs is 1$'

tcp tcp-v8.so 8
export LAZYNCCL_NET_PLUGIN="$stage/tcp-v8.so"
passes "$BUILD/src/netplugin/libnccl-net-lazy.so"
"$TOOL" plugin inspect "$BUILD/src/netplugin/libnccl-net-lazy.so" --call \
    --interface 12 >said
says said '^lazynccl  .*: opens the plugin that LAZYNCCL_NET_PLUGIN names$'
says said '^called    v12: '
says said "^ +network plugin $stage/tcp-v8\.so \(v8\), called as v12$"

# The plugin's log is shown, and /usr/local/cuda in it does not count as a GPU.
status=0
LAZYNCCL_NET_PLUGIN=$stage/nowhere.so "$TOOL" plugin check \
    "$BUILD/src/netplugin/libnccl-net-lazy.so" --interface 11 >said || status=$?
equal "$status" 1
says said '^warning\[LN313\] '
says said "^ +it warns: .*$stage/nowhere\.so"

# A missing CUDA function in a message of the dynamic linker does not count as a GPU either.
echo 'int cudaEventQuery(void *); int ask(void *event) { return cudaEventQuery(event); }' |
    $CC -fPIC -x c -c - -o ask.o
$CC -shared -fPIC -Wl,-z,lazy -I"$BUILD/src/netplugin" -w ask.o "$SOURCE/tests/netplugin/check/plugin.c" \
    -o cuda.so
LAZYNCCL_NET_PLUGIN=$stage/cuda.so "$TOOL" plugin inspect \
    "$BUILD/src/netplugin/libnccl-net-lazy.so" --call >said && fail "$(cat said)"
says said '^warning\[LN313\] '
says said '^ +it warns: .*undefined symbol: cudaEventQuery'
