# NCCL's v4 handles have 64 bytes: a later plugin that writes more is refused, not truncated. So is a
# virtual device with more devices than NCCL's version can hold, and a setting that is not a number from 1 to 64.
for real in 5 12; do
    fake_plugin $real plugin.so
    FAKE_PLUGIN=handle=64 asks 4 open init transfer
    says said '^transfer: 0$'
    FAKE_PLUGIN=handle=65 asks 4 open init listen
    says said "^WARN listen: the plugin's handle has 65 bytes, NCCL's has room for 64 \(NCCL calls v4, the plugin has v$real\)\$"
    says said '^listen: 5$'
    FAKE_PLUGIN=handle=65 asks 4 open init listen record
    record 1 "v$real: init 1, finalize 0, fini 0, contexts $((real > 10)), comms 0, wrong 0"
    FAKE_PLUGIN=handle=128 asks 5 open init transfer
    says said '^transfer: 0$'
done

fake_plugin 12 plugin.so
FAKE_PLUGIN=vdevices=7 asks 11 open init properties
says said '^WARN getProperties: a virtual device of 7, but there is room for 4 \(NCCL calls v11, the plugin has v12\)$'
says said '^properties: 5$'
FAKE_PLUGIN=vdevices=7 asks 12 open init properties
says said 'vProps 7, '

# LAZYNCCL_NET_MAX_RECVS lowers the number of grouped receives, never raises it.
fake_plugin 8 plugin.so
for row in 1:1 3:3 8:8 64:8 ''; do
    given=${row%:*} most=${row#*:}
    most=${most:-8}
    LAZYNCCL_NET_MAX_RECVS=$given asks 11 open init properties irecv="$most" irecv=$((most + 1))
    says said "maxRecvs $most,"
    says said "^irecv=$most: 0\$"
    says said "^WARN irecv: n $((most + 1)) is not within 1 to $most.*\(NCCL calls v11, the plugin has v8\)\$"
    says said "^irecv=$((most + 1)): 5\$"
done
for wrong in 0 65 abc 4x -1 ' 3' 99999999999999999999; do
    LAZYNCCL_NET_MAX_RECVS=$wrong asks 11 open init record
    says said "^WARN LAZYNCCL_NET_MAX_RECVS=$wrong: give a number from 1 to 64\$"
    says said '^init: 2$'
    says said '^not loaded$'
done
