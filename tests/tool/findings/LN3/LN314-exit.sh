# Init ends the process.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves "-DIN_INIT=exit(0)"
expect '^ +v12, start, init: it ended the process$'
