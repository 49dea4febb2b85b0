# Init is missing, which NCCL calls before it reads the rest of the table.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves "-DFAULT_INIT"
expect '^ +v12, start, load: init is NULL$'
