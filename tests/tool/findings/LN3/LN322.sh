# One bit of a long message is wrong.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DFAULT_DATA
expect '^ +v12, messages, send and receive: byte 5000 of 65537 is wrong$'
