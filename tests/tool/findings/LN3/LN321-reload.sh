# Init works once in the process, although the plugin is unloaded in between.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -Wl,-z,nodelete "-DIN_INIT=if (inits > 1) return 2"
expect '^ +v12, reload, init: it returns 2 \(system error\)$'
