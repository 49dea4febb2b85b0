# If the real plugin's file also has a tuner, profiler, GIN or RMA that no variable names, the log
# says which variable to set, because NCCL looks only in libnccl-net-lazy.so.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/netplugin/netplugin.sh"

fake_plugin 8 plugin.so
asks 11 open init
says_not said 'has (a|GIN|RMA)'

echo 'int ncclTunerPlugin_v4, ncclProfiler_v2, ncclGinPlugin_v13, ncclRmaPlugin_v14;' >others.c
$CC -fPIC -c others.c
fake_plugin 8 plugin.so others.o
asks 11 open init init
says said "^INFO $plugin has a tuner too, .*: set NCCL_TUNER_PLUGIN=$plugin\$"
says said "^INFO $plugin has a profiler too, .*: set NCCL_PROFILER_PLUGIN=$plugin\$"
says said "^INFO $plugin has GIN too, .*: set NCCL_GIN_PLUGIN=$plugin\$"
says said "^INFO $plugin has RMA too, .*: set NCCL_RMA_PLUGIN=$plugin\$"
equal "$(grep -c ' too, ' said)" 4 # once

NCCL_TUNER_PLUGIN=none asks 11 open init
says_not said 'a tuner'
says said 'a profiler'
