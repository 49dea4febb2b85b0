# Connect hangs, but only if the process does not listen as well.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves "-DIN_CONNECT=if (!listens) pause()"
expect '^ +v12, processes, the sending process: connect: it does not return within 2 s$'
