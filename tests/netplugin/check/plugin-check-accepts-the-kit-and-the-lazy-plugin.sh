# `lazynccl plugin check` finds no problems in a plugin made with the kit, in any version, nor in
# libnccl-net-lazy.so with a plugin of another version. The plugin needs libc alone.

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
readelf -dW tcp.so | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' >needed
equal "$(grep -v '^ld-linux-' needed)" libc.so.6

for real in $(each_of 8 11); do
    tcp tcp-v$real.so $real
    export LAZYNCCL_NET_PLUGIN="$stage/tcp-v$real.so"
    passes "$lazy"
    "$TOOL" plugin inspect "$lazy" --call --interface 12 >said
    says said '^lazynccl  .*: opens the plugin that LAZYNCCL_NET_PLUGIN names$'
    says said '^called    v12: '
    says said "^ +network plugin $stage/tcp-v$real\.so \(v$real\)," # its end may be in a line of its own
done
# The plugin's own errors are passed on.
NCCL_SOCKET_IFNAME=nosuch0 "$TOOL" plugin check "$lazy" --interface 11 >said && fail "$(cat said)"
says said '^ +v11, start, init: it returns 2'
says said '^ +it warns: TCP init: NCCL_SOCKET_IFNAME does not allow lo$'

# The plugin's log is shown, and /usr/local/cuda in it does not count as a GPU.
exits 1 env LAZYNCCL_NET_PLUGIN="$stage/nowhere.so" "$TOOL" plugin check \
    "$lazy" --interface 11 >said
says said '^warning\[LN313\] '
says said "^ +it warns: .*$stage/nowhere\.so"

# A missing CUDA function in a message of the dynamic linker does not count as a GPU either.
echo 'int cudaEventQuery(void *); int ask(void *event) { return cudaEventQuery(event); }' |
    $CC -fPIC -x c -c - -o ask.o
$CC -shared -fPIC -Wl,-z,lazy -I"$BUILD/src/netplugin" -w ask.o "$SOURCE/tests/netplugin/check/plugin.c" \
    -o cuda.so
LAZYNCCL_NET_PLUGIN=$stage/cuda.so "$TOOL" plugin inspect \
    "$lazy" --call >said && fail "$(cat said)"
says said '^warning\[LN313\] '
says said '^ +it warns: .*undefined symbol: cudaEventQuery'
