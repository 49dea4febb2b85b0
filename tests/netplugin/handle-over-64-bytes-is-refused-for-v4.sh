# NCCL's v4 handles have 64 bytes: a later plugin that writes more is refused, not truncated.
. "$SOURCE/tests/netplugin/netplugin.sh"
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
