"""Prints the calls in a recording, one in each line: python3 recording.py FILE.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import struct
import sys

KINDS = ("nothing init finalize listen connect accept isend irecv iflush done closeSend closeRecv "
         "closeListen").split()

with open(sys.argv[1], "rb") as file:
    data = file.read()
magic, version, size, count, _began, _process, caller, plugin = struct.unpack_from(
    "<16sIIQQIHH", data)
assert magic == b"lazynccl net\n\x1a\0\0" and version == 1 and size == 32, data[:64]
print("caller", caller, "plugin", plugin)
for i in range(count):
    when, _request, comm, tag, what = struct.unpack_from("<QQIiQ", data, 64 + size * i)
    kind, at, of = what >> 40 & 255, what >> 48 & 255, what >> 56
    print(KINDS[kind], "comm", comm, "tag", tag, "size", what & (1 << 40) - 1, f"{at}/{of}",
          "thread", when >> 48)
