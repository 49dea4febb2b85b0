# Receives write one byte too many.
. "$SOURCE/tests/findings/misbehaves.sh"
misbehaves -DFAULT_BEHIND
expect '^ +v12, connections, send and receive: byte 0 behind room for 1000 is written$'
