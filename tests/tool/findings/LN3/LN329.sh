# Init succeeds without a device.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DVERSION=8 -DFAULT_DEVICES
expect '^ +v8, devices: init succeeds, but there are 0 devices$'
verb="plugin inspect $root/libnccl-net-test.so --call"
