# If the real plugin's file also has GIN, RMA or CollNet, and NCCL looks for these only in
# libnccl-net-lazy.so, the log warns and names the variable to set.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/netplugin/netplugin.sh"

fake_plugin 8 plugin.so
asks 11 open init
says_not said 'has (a|GIN|RMA)'

echo 'int ncclTunerPlugin_v4, ncclProfiler_v2, ncclGinPlugin_v13, ncclRmaPlugin_v14,
    ncclCollNetPlugin_v9;' >others.c
$CC -fPIC -c others.c
fake_plugin 8 plugin.so others.o
asks 11 open init init
says_not said 'a tuner|a profiler' # which NCCL finds through ours
says said "^WARN $plugin has GIN too, .*: set NCCL_GIN_PLUGIN=$plugin\$"
says said "^WARN $plugin has RMA too, .*: set NCCL_RMA_PLUGIN=$plugin\$"
equal "$(grep -c ' too, ' said)" 2 # once

# NCCL uses CollNet on request alone.
NCCL_COLLNET_ENABLE=1 asks 11 open init init
says said "^WARN $plugin has CollNet too, .*: set NCCL_NET_PLUGIN=$plugin\$"
equal "$(grep -c ' too, ' said)" 3
NCCL_COLLNET_ENABLE=0 asks 11 open init
says_not said CollNet

NCCL_GIN_PLUGIN=none asks 11 open init
says_not said 'has GIN'
says said 'has RMA'

# If the value names no file, NCCL still looks in libnccl-net-lazy.so.
for value in '' "$stage/nowhere.so"; do
    NCCL_GIN_PLUGIN=$value asks 11 open init
    says said '^WARN .* has GIN too'
done
