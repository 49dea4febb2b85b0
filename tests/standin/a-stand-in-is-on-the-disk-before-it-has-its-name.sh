# The content of a stand-in is written to the disk before the file gets its name, so that a crash of
# the machine does not leave a file of zeros.
need strace
library libf.so.1 'int f(void) { return 1; }'
strace -f -o trace -e trace=fsync,rename "$TOOL" stand-in libf.so.1 -o lazy >said 2>&1 ||
    skip "strace cannot trace: $(cat said)"
sed -n 's/^[0-9]* *\(fsync\|rename\)(.*= 0$/\1/p' trace >order
equal "$(cat order)" 'fsync
rename'
