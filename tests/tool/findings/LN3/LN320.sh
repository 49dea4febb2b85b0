# Empty messages are refused.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DFAULT_EMPTY
expect '^sizes +no$'
expect '^ +v12, sizes, send and receive: isend returns 3 \(internal error\)$'
