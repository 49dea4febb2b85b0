# The plugin says that it has more devices than there can be.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves '-DDEVICES=0x7fffffff'
expect '^ +v12, start, devices: there are 2147483647 devices$'
