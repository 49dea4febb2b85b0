# 16 sends at a time: as many as NCCL posts for two irecvs of 8.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DSENDS=16
expect '^ +v12, in flight, 256 isends: after 2 s isend accepted 16 of 256$'
