# Init succeeds without a device.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DVERSION=8 -DFAULT_DEVICES
verb="plugin inspect $root/libnccl-net-test.so --call"
