# A module's DT_NEEDED was removed, but not its version requirement.
verb="audit /venv/lib/python3.11/site-packages"
"$PYTHON" - "$site/nvidia/cusparse/lib/libcusparse.so.12" <<'END'
import struct, sys
file = open(sys.argv[1], "r+b")
bytes_ = bytearray(file.read())
part, size, count = struct.unpack_from("<Q", bytes_, 32)[0], *struct.unpack_from("<HH", bytes_, 54)
for n in range(count):
    kind, _, offset = struct.unpack_from("<IIQ", bytes_, part + n * size)
    if kind == 2: # PT_DYNAMIC
        while (tag := struct.unpack_from("<q", bytes_, offset)[0]) != 0:
            if tag == 1: # DT_NEEDED becomes an unknown tag
                struct.pack_into("<q", bytes_, offset, 0x6ffff000)
            offset += 16
file.seek(0)
file.write(bytes_)
END
