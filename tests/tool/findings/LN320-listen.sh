# Listen gives nothing to accept from.
. "$SOURCE/tests/tool/misbehaves.sh"
misbehaves -DFAULT_LISTEN
expect '^ +v12, connections, listen: listen succeeds, and gives no listenComm$'
