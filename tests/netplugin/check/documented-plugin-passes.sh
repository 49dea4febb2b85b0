# The plugin in docs/plugins/write.md has at most 100 lines and passes every trial in every version.
sed -n '/^```c$/,/^```$/p; /LAZYNCCL_NET_PLUGIN(table)/q' "$SOURCE/docs/plugins/write.md" |
    grep -v '^```' >plugin.c
[ "$(wc -l <plugin.c)" -le 100 ] || fail "it has $(wc -l <plugin.c) lines"
$CC -Wall -Werror -shared -fPIC -I"$BUILD/src/netplugin" plugin.c -o libnccl-net-mine.so \
    "$BUILD/src/netplugin/liblazynccl-net.a" -pthread
"$TOOL" plugin check libnccl-net-mine.so >said || fail "$(cat said)"
says said '^ +v4   v5   v6   v7   v8   v9  v10  v11  v12$'
says said '^in flight( +ok){9}$'
says_not said '^[a-z][a-z ]+ (no|warn|\?)'
equal "$(tail -n 1 said)" "$no_problems"
