# More receives at once than NCCL ever groups.
. "$SOURCE/tests/findings/misbehaves.sh"
misbehaves -DMAX_RECVS=1000000000
expect '^groups +ok$'
expect '^ +v12, start, getProperties: device 0 has maxRecvs 1000000000$'
