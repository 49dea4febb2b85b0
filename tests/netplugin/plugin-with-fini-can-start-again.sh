# If a plugin before v11 exports lazynccl_net_fini, this is called after the last communicator, and
# init again for the next.
. "$SOURCE/tests/netplugin/netplugin.sh"
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
