# Every call returns, but a message never arrives.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DFAULT_NEVER
expect '^ +v12, connections, send and receive: after 2 s 0 of 4 receives are done, and all sends$'
