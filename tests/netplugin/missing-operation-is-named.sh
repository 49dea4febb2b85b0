# A plugin that lacks a required operation is not started; optional ones may be missing.
. "$SOURCE/tests/netplugin/netplugin.sh"
idle "$plugin" -DISEND=NULL
asks 11 open init
says said "^WARN $plugin: its table of v8 has no isend\$"
says said '^init: 2$'

plugin=$stage/whole.so
idle "$plugin"
asks 11 open init
says said '^init: 0$'
says_not said WARN
