# Connect fails, but only if the process does not listen as well.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves "-DIN_CONNECT=if (!listens) return 3"
expect '^ +v12, processes, the sending process: connect: it returns 3 \(internal error\)$'
