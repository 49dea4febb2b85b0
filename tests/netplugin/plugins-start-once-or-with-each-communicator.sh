# The init of a plugin before v11 runs once in a process, because nothing undoes it. Since v11 NCCL starts and
# ends a plugin with each communicator, and lazynccl does the same. With an older NCCL, which passes no
# communicator, such a plugin starts once for each traffic class.
for real in 4 8 10; do
    fake_plugin $real plugin.so
    for version in 4 8 10 11 12; do
        asks $version open init init transfer finalize init finalize finalize transfer close \
            open init transfer finalize close open init transfer record
        says_not said ': -?[1-9][0-9]*$'
        record 1 "v$real: init 1, finalize 0, fini 0, contexts 0, comms 0, wrong 0"
    done
done

for real in 11 12; do
    fake_plugin $real plugin.so
    for version in 11 12; do
        asks $version open init init record finalize transfer finalize record close \
            open init transfer finalize record
        record 1 "v$real: init 2, finalize 0, fini 0, contexts 2, comms 0, wrong 0"
        record 2 "v$real: init 2, finalize 2, fini 0, contexts 0, comms 0, wrong 0"
        record 3 "v$real: init 3, finalize 3, fini 0, contexts 0, comms 0, wrong 0"
        says_not said '^[a-z].*: -?[1-9][0-9]*$'
    done
    for version in 4 8 10; do
        asks $version open init init transfer=-1 close open init transfer=-1 record
        record 1 "v$real: init 1, finalize 0, fini 0, contexts 1, comms 0, wrong 0"
    done
    asks 10 open init transfer=7 transfer=9 transfer=7 transfer=-1 record
    record 1 "v$real: init 3, finalize 0, fini 0, contexts 3, comms 0, wrong 0"
    says_not said '^[a-z].*: -?[1-9][0-9]*$'
done

# An older plugin that exports lazynccl_net_fini: it is called after the last communicator, and init again
# for the next.
fake_plugin 8 plugin.so -DFINI
asks 12 open init init finalize record transfer finalize record init record transfer finalize record
record 1 'v8: init 1, finalize 0, fini 0, contexts 0, comms 0, wrong 0'
record 2 'v8: init 1, finalize 0, fini 1, contexts 0, comms 0, wrong 0'
record 3 'v8: init 2, finalize 0, fini 1, contexts 0, comms 0, wrong 0'
record 4 'v8: init 2, finalize 0, fini 2, contexts 0, comms 0, wrong 0'
says_not said '^[a-z].*: -?[1-9][0-9]*$'

# An older NCCL never reports a communicator's end.
asks 8 open init transfer close open init transfer record
record 1 'v8: init 1, finalize 0, fini 0, contexts 0, comms 0, wrong 0'
