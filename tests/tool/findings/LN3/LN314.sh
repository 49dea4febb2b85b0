# Init crashes.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves "-DIN_INIT=raise(SIGSEGV)"
expect '^start +no$'
expect '^all others +\?$'
expect '^ +v12, start, init: it crashed \(Segmentation fault\)$'
