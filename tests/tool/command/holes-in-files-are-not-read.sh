# Searching for text in a sparse file of 1 TiB skips the holes.
library libs/libnccl.so.2 'int ncclGetVersion(int *version) { return version != 0; }' -nostdlib
truncate -s 1T libs/libnccl.so.2 2>/dev/null || skip "this file system has no files of 1 TiB"
# after the hole, a text at the start of the data, and none up to the end
printf 'NCCL version 2.27.3+cuda12.4\0libnccl.so\0' >text
dd if=text of=libs/libnccl.so.2 bs=4096 seek=1M conv=notrunc status=none

timeout 60 env LAZYNCCL_LIBPATH="$stage/libs" "$TOOL" find nccl --no-python >out || fail "status $?"
says out "^ +lazynccl +2\.27\.3 +env +$stage/libs$"
timeout 60 "$TOOL" doctor --root "$stage" --from /libs/libnccl.so.2 >out || [ $? = 1 ] || fail "status $?"
says_not out 'LN110'

# a file whose last part maps all of it
"$PYTHON" - libs/libnccl.so.2 <<'END'
import struct
import sys

with open(sys.argv[1], "r+b") as file:
    head = file.read(64)
    start, size, count = *struct.unpack_from("<Q", head, 32), *struct.unpack_from("<HH", head, 54)
    for at in range(start, start + size * count, size):
        file.seek(at)
        kind, _, offset = struct.unpack("<IIQ", file.read(16))
        if kind == 1:
            last = at, offset
    file.seek(last[0] + 32)
    file.write(struct.pack("<QQ", *[(1 << 40) - last[1]] * 2))
END
timeout 60 "$TOOL" doctor --root "$stage" --from /libs/libnccl.so.2 >out || [ $? = 1 ] || fail "status $?"
says out "^[a-z]+\[LN110\] libnccl\.so\.2 opens libnccl\.so, "
