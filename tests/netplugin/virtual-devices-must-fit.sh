# A virtual device with more devices than NCCL's version can hold is an error.
. "$SOURCE/tests/netplugin/netplugin.sh"
fake_plugin 12 plugin.so
FAKE_PLUGIN=vdevices=7 asks 11 open init properties
says said '^WARN getProperties: a virtual device of 7, but there is room for 4 \(NCCL calls v11, the plugin has v12\)$'
says said '^properties: 5$'
FAKE_PLUGIN=vdevices=7 asks 12 open init properties
says said 'vProps 7, '
