# Init fails without a driver, and says so.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DVERSION=8 "-DIN_INIT=return 2" -DLOG=cuDriverGetVersion
verb="plugin inspect $root/libnccl-net-test.so --call"
