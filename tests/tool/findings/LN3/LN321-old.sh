# The same in a version without contexts.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DVERSION=8 "-DIN_INIT=if (inits > 1) return 3"
expect '^contexts +-  contexts exist since v11$'
expect '^ +v8, again, init again: it returns 3 \(internal error\)$'
