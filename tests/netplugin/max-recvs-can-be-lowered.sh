# LAZYNCCL_NET_MAX_RECVS lowers the number of grouped receives, never raises it; a value outside 1
# to 64 is an error.
. "$SOURCE/tests/netplugin/netplugin.sh"
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
