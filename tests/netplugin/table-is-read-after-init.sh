# Some plugins complete their tables in init, so the table is read after it, as NCCL does.
idle "$plugin" -DLATE
asks 11 open init optional
says said '^init: 0$'
says said '^there:$' # getDeviceMr was there before
says_not said WARN

# The kit does the same: init decides which optional operations the plugin has.
tcp "$stage/tcp.so" 11
plugin=$stage/tcp.so
asks 11 open init optional
says said '^init: 0$'
says said '^there:$'
