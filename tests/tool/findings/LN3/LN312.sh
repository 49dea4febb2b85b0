# Init fails without a driver, and says so.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DVERSION=8 "-DIN_INIT=return 2" -DLOG=cuDriverGetVersion
verb="plugin inspect $root/libnccl-net-test.so --call"
expect '^ +v8, init: it returns 2 \(system error\)$'
expect '^ +it warns: NET/Test : cuDriverGetVersion$'
