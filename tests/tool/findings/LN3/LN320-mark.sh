# The marker in a request is not replaced.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DFAULT_MARK
expect '^ +v12, optional, .*: irecv leaves NCCL.s mark in \*request$'
