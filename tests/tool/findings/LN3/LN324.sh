# test() never writes sizes, as in google/nccl-fastsocket.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DFAULT_SIZES
expect '^messages +ok$'
expect '^ +v12, sizes, send and receive: of 100 bytes in room for 4096 it says nothing$'
