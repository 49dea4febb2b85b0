# `lazynccl plugin check` has no finding for behaviour that every NCCL accepts: the plugin completes
# its table in init, waits in accept in v4, or can test only the oldest request of a connection.

# passes COMPILER-OPTION...: there are no findings in a plugin built with these options.
passes()
{
    net_plugin one.so "$@"
    "$TOOL" plugin check one.so --seconds 2 >said || fail "$(cat said)"
    says_not said '^[a-z ]+ (no|warn|\?)'
    equal "$(tail -n 1 said)" "$no_problems"
}
passes -DTABLE_IN_INIT
"$TOOL" plugin inspect one.so --call >said || true # LN303 if NCCL is older
says said '^called    v12: Test$'
passes -DVERSION=4 -DACCEPT_WAITS
says said '^messages        ok$'
# as in google/nccl-fastsocket
passes '-DIN_TEST=if (!request->done && comm->queue != request) return 3' -DMAX_RECVS=1
says said '^in flight       ok$'

# If the table is still incomplete after init, NCCL would call NULL.
net_plugin one.so -DTABLE_IN_INIT -DFAULT_TABLE
"$TOOL" plugin check one.so >said && fail "$(cat said)"
says said '^ +v12, start, the table after init: closeSend is NULL$'

# Without devices nothing can be tried, which is not an error of the plugin.
net_plugin one.so -DFAULT_DEVICES
exits 2 "$TOOL" plugin check one.so >said 2>err
equal "$(cat err)" \
    "lazynccl plugin: cannot look at $stage/one.so: it cannot be tried without its devices"
says said '^note\[LN329\] '
says said '^start            \?$'

# A warning of the plugin in another step is not the cause.
net_plugin one.so '-DIN_PROPERTIES=is->speed = 0' -DLOG=elsewhere
"$TOOL" plugin check one.so >said && fail "$(cat said)"
says said 'device 0 has speed 0$'
says_not said 'elsewhere'
