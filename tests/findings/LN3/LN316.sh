# The plugin accepts no receive.
. "$SOURCE/tests/findings/misbehaves.sh"
misbehaves -DMAX_RECVS=0
expect '^ +v12, start, getProperties: device 0 has maxRecvs 0$'
