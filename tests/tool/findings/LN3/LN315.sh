# Connect hangs.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves "-DIN_CONNECT=pause()"
expect '^ +v12, connections, connect: it does not return within 2 s$'
