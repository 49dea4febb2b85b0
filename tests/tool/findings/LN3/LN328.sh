# The handle has 140 bytes.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DFAULT_HANDLE
expect '^ +v12, connections, listen: more than 128 bytes of the handle are written$'
