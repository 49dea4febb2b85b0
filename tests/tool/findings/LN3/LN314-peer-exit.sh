# Connect ends the process, but only if it does not listen as well.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves "-DIN_CONNECT=if (!listens) exit(0)"
expect '^ +v12, processes, the sending process: connect: it ended the process$'
