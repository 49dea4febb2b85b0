# A thread remains for each connection.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DFAULT_THREADS
expect '^ +v12, connections, .*: 20 closed connections leave 20 more threads$'
