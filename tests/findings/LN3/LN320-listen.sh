# Listen returns no comm.
. "$SOURCE/tests/findings/misbehaves.sh"
misbehaves -DFAULT_LISTEN
expect '^ +v12, connections, listen: listen succeeds, and gives no listenComm$'
