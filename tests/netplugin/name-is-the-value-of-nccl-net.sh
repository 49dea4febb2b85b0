# Since 2.28.7 NCCL compares NCCL_NET with the plugin's name before init, when the real plugin is
# not yet known. The name is therefore the value of NCCL_NET, and init fails if the real plugin has
# another name.

# named NCCL_NET NAME INIT: the name before init is NAME, and init returns INIT.
named()
{
    NCCL_NET=$1 asks 11 open name init name
    equal "$(grep -c "^named: $2\$" said)" 2 # init does not change it
    says said "^init: $3\$"
}

fake_plugin 8 plugin.so
named '' lazy 0
named lazy lazy 0
named Fake Fake 0
named FAKE FAKE 0
for own in IB Socket SOCKET; do
    named $own lazy 0 # NCCL will not call init
done
named other other 2
says said "^WARN $plugin: NCCL_NET=other asks for another network than this plugin's, which is \"Fake\""

# Some plugins change their name in init.
export FAKE_PLUGIN=name_after=After
named Fake Fake 0
named After After 0
named other other 2

# Also before the second communicator's init; the first stays alive.
fake_plugin 11 plugin.so
NCCL_NET=Fake asks 11 open init init transfer finalize transfer finalize record
says_not said '^WARN|^[a-z].*: -?[1-9][0-9]*$'
record 1 'v11: init 2, finalize 2, fini 0, contexts 0, comms 0, wrong 0'
unset FAKE_PLUGIN

# Several names for one plugin
fake_plugin 8 plugin.so -DNAME='"AWS Libfabric"'
named OFI OFI 0
named 'AWS Libfabric' 'AWS Libfabric' 0
named IBext_v11 IBext_v11 2
fake_plugin 8 plugin.so -DNAME='"NCCL RDMA Plugin v11"'
named IBext_v11 IBext_v11 0
named OFI OFI 2
