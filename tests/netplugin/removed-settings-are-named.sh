# LAZYNCCL_NET_RECORD, which 0.2 removed, gets one warning with its replacement, and no file.
fake_plugin 8 plugin.so
LAZYNCCL_NET_RECORD=$stage/recording asks 11 open init init
says said "^WARN LAZYNCCL_NET_RECORD=$stage/recording: removed in 0\.2, .* lazynccl run --trace "
equal "$(grep -c LAZYNCCL_NET_RECORD said)" 1
[ ! -e recording ] || fail "it is recorded"

LAZYNCCL_NET_RECORD= asks 11 open init
says_not said LAZYNCCL_NET_RECORD
