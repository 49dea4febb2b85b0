# The mark in a request is taken for no reason of its own, and left there.
. "$SOURCE/tests/findings/misbehaves.sh"
misbehaves -DFAULT_MARK
expect '^ +v12, optional, .*: irecv leaves NCCL.s mark in \*request$'
