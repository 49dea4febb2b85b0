# The plugin groups more receives than NCCL does.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DMAX_RECVS=1000000000
expect '^groups +ok$'
expect '^ +v12, start, getProperties: device 0 has maxRecvs 1000000000$'
