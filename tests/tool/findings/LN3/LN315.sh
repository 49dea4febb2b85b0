# Connect hangs.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves "-DIN_CONNECT=pause()"
expect '^ +v12, connections, connect: it does not come back within 2 s$'
