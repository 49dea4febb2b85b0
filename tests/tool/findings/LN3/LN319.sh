# An operation is missing, or several are, which are all named.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DFAULT_TABLE '-DIN_INIT=TABLE.isend = NULL'
expect '^ +v12, start, the table after init: isend is NULL$'
expect '^ +v12, start, the table after init: closeSend is NULL$'
