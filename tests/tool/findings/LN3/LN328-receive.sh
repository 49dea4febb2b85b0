# Receives write one byte too many.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DFAULT_PAST_END
expect '^ +v12, connections, send and receive: byte 0 past the end of 1000 is written$'
