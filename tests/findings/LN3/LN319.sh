# An operation is missing.
. "$SOURCE/tests/findings/misbehaves.sh"
misbehaves -DFAULT_TABLE
expect '^ +v12, start, load: closeSend is NULL$'
