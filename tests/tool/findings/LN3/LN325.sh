# 16 receives at a time.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DREQUESTS=16
expect '^ +v12, in flight, 32 irecvs of 8: irecv accepts only 16$'
