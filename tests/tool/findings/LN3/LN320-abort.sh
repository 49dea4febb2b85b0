# Nothing can be closed while requests are in flight.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DFAULT_CLOSE
expect '^close +ok$'
expect '^abort +no$'
expect '^ +v12, abort, closeRecv: it returns 3 \(internal error\)$'
