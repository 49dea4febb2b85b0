# An operation is missing.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DFAULT_TABLE
expect '^ +v12, start, the table after init: closeSend is NULL$'
