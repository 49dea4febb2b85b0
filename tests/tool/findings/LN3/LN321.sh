# Init works only once in a process.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves "-DIN_INIT=if (inits > 1) return 3"
expect '^again +no$'
expect '^contexts +no$'
expect '^ +v12, again, init again: it returns 3 \(internal error\)$'
