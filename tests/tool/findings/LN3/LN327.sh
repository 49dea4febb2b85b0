# Sockets are never closed.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DFAULT_FILES
expect '^ +v12, connections, .*: 20 closed connections leave 60 more file descriptors open$'
