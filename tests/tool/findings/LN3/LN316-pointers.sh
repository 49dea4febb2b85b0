# The plugin supports GPU memory only.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DFAULT_POINTERS
expect '^ +v12, start, getProperties: device 0 does not support host memory: ptrSupport 2$'
