# NCCL 2.28.3 to 2.29.3 call finalize after a failed init, with an undefined pointer. The plugin
# does not get the call, and nothing crashes.
for real in 8 11; do
    fake_plugin $real plugin.so
    for version in 11 12; do
        FAKE_PLUGIN=init_fails=9 asks $version open init=0 finalize-unknown=0 init=1 finalize-unknown=1 \
            record close open init finalize-unknown=0 finalize-unknown=1 record
        says said '^init=0: 2$'
        says said '^init=1: 2$'
        equal "$(grep -c '^finalize-unknown=[01]: 0$' said)" 4
        record 1 "v$real: init 1, finalize 0, fini 0, contexts 0, comms 0, wrong 0"
        says said "^WARN $PWD/plugin.so: its init failed \(2\)\$"

        # a live communicator is not affected by a failed one
        asks $version open init finalize-unknown=0 finalize-unknown=1 transfer record finalize record
        says said '^transfer: 0$'
        record 1 "v$real: init 1, finalize 0, fini 0, contexts $((real == 11)), comms 0, wrong 0"
        record 2 "v$real: init 1, finalize $((real == 11)), fini 0, contexts 0, comms 0, wrong 0"
    done
done

# The plugin's init fails for the second communicator only: the first stays alive, and the third can
# start.
fake_plugin 11 plugin.so
export FAKE_PLUGIN=init_fails_at=2
asks 11 open init init finalize-unknown=0 transfer init transfer finalize finalize record
equal "$(grep -c '^init: 2$' said)" 1
equal "$(grep -c '^transfer: 0$' said)" 2
says said "^WARN $PWD/plugin.so: its init failed \(2\)\$"
record 1 'v11: init 3, finalize 2, fini 0, contexts 0, comms 0, wrong 0'
LAZYNCCL_NET_REQUIRED=1 asks 11 open init init listen finalize transfer init transfer finalize finalize record
equal "$(grep -c '^init: 0$' said)" 3
says said "^WARN listen: the plugin's init did not succeed for this communicator\$"
says said '^listen: 2$'
equal "$(grep -c '^transfer: 0$' said)" 2
record 1 'v11: init 3, finalize 2, fini 0, contexts 0, comms 0, wrong 0'

# NCCL gets the result of one that succeeded
fake_plugin 11 plugin.so
FAKE_PLUGIN=finalize_fails=1 asks 12 open init finalize
says said '^finalize: 2$'
