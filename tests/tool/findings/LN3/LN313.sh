# Init fails for another reason.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves "-DIN_INIT=return 2" -DLOG=disabled
expect '^ +v12, start, init: it returns 2 \(system error\)$'
expect '^ +it warns: NET/Test : disabled$'
