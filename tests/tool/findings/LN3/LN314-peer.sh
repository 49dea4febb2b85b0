# Connect crashes, but only if the process does not listen as well.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves "-DIN_CONNECT=if (!listens) raise(SIGSEGV)"
expect '^connections +ok$'
expect '^processes +no$'
expect '^ +v12, processes, the sending process: connect: it crashed \(Segmentation fault\)$'
