# A warning is in the table as such.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DFAULT_SPEED
expect '^start +warn$'
expect '^ +v12, start, getProperties: device 0 has speed 0$'
