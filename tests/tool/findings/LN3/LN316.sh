# The plugin accepts no receive.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DMAX_RECVS=0
expect '^ +v12, start, getProperties: device 0 has maxRecvs 0$'
