# NCCL 2.28.3 to 2.29.3 call finalize after an init that failed, with whatever lies in their pointer.
# The plugin never hears of it, and neither falls over.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/netplugin/netplugin.sh"

for real in 8 11; do
    standin $real plugin.so
    for version in 11 12; do
        STANDIN=init_fails=9 asks $version open init=0 finalize-unknown=0 init=1 finalize-unknown=1 \
            record close open init finalize-unknown=0 finalize-unknown=1 record
        says said '^init=0: 2$'
        says said '^init=1: 2$'
        equal "$(grep -c '^finalize-unknown=[01]: 0$' said)" 4
        record 1 "v$real: init 1, finalize 0, fini 0, contexts 0, comms 0, wrong 0"
        says said "^WARN $PWD/plugin.so: its init failed \(2\)\$"

        # nor does a communicator that lives suffer from one that does not
        asks $version open init finalize-unknown=0 finalize-unknown=1 transfer record finalize record
        says said '^transfer: 0$'
        record 1 "v$real: init 1, finalize 0, fini 0, contexts $((real == 11)), comms 0, wrong 0"
        record 2 "v$real: init 1, finalize $((real == 11)), fini 0, contexts 0, comms 0, wrong 0"
    done
done
