# test() never writes sizes, as in google/nccl-fastsocket.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DFAULT_SIZES
expect '^messages +ok$'
expect '^ +v12, sizes, send and receive: test reports no size for 100 bytes in a buffer of 4096$'
