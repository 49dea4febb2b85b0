# If the real plugin's file also has CollNet, or GIN or RMA only of versions that are not passed on,
# and NCCL looks for these only in libnccl-net-lazy.so, the log warns and names the variable to set.
echo 'int ncclTunerPlugin_v4, ncclProfiler_v2, ncclGinPlugin_v13, ncclRmaPlugin_v17, ncclRmaPlugin_v14;' >known.c
fake_plugin 8 plugin.so known.c
asks 11 open init
says_not said 'has (a|GIN|RMA)' # which NCCL finds through ours

echo 'int ncclGinPlugin_v15, ncclRmaPlugin_v17, ncclCollNetPlugin_v9;' >others.c
$CC -fPIC -c others.c
fake_plugin 8 plugin.so others.o
asks 11 open init init
says said "^WARN $plugin has GIN of v15 too, .*: set NCCL_GIN_PLUGIN=$plugin\$"
says said "^WARN $plugin has RMA of v17 too, .*: set NCCL_RMA_PLUGIN=$plugin\$"
equal "$(grep -c ' too, ' said)" 2 # once

# NCCL uses CollNet on request alone.
NCCL_COLLNET_ENABLE=1 asks 11 open init init
says said "^WARN $plugin has CollNet of v9 too, .*: set NCCL_NET_PLUGIN=$plugin\$"
equal "$(grep -c ' too, ' said)" 3
NCCL_COLLNET_ENABLE=0 asks 11 open init
says_not said CollNet

NCCL_GIN_PLUGIN=none asks 11 open init
says_not said 'has GIN'
says said 'has RMA'

# If the value names no file, NCCL still looks in libnccl-net-lazy.so.
for value in '' "$stage/nowhere.so"; do
    NCCL_GIN_PLUGIN=$value asks 11 open init
    says said '^WARN .* has GIN of v15 too'
done
