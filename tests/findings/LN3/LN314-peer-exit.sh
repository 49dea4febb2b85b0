# Connect ends the process, but only where it does not listen too.
. "$SOURCE/tests/findings/misbehaves.sh"
misbehaves "-DIN_CONNECT=if (!listens) exit(0)"
expect '^ +v12, processes, the sending process: connect: it ended the process$'
