# Listen returns no comm.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DFAULT_LISTEN
expect '^ +v12, connections, listen: listen succeeds without a listenComm$'
