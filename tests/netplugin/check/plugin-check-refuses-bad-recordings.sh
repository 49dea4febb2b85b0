# A recording that is truncated, damaged, huge or of another version is refused in one line, before
# the plugin is called.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool
$CC -w -shared -fPIC -I"$BUILD/src/netplugin" "$SOURCE/tests/netplugin/check/plugin.c" -o one.so

cat >write.py <<'P'
"""write.py FILE COUNT [KIND,COMM,SIZE,AT,COUNT]...: a recording of these calls."""
import struct, sys
calls = [tuple(map(int, word.split(","))) for word in sys.argv[3:]]
with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<16sIIQQIHH16x", b"lazynccl net\n\x1a", 1, 32, int(sys.argv[2]), 0, 1,
                           12, 12))
    for kind, comm, size, at, count in calls:
        file.write(struct.pack("<QQIiQ", 1 << 48, 7, comm, 0,
                               size | kind << 40 | at << 48 | count << 56))
P

# refused WHY: the recording `bad` is refused with this reason.
refused()
{
    status=0
    timeout 60 "$TOOL" plugin check one.so --replay bad >said 2>err || status=$?
    equal "$status $(cat said)$(cat err)" "2 lazynccl plugin: bad: $1"
}
# damaged CALL OF WHY CALLS...
damaged()
{
    what="call $1 of $2 is damaged: $3" count=$2
    shift 3
    "$PYTHON" write.py bad "$count" "$@"
    refused "$what"
}
connect=4,1,0,0,1 accept=5,2,0,0,1
"$PYTHON" write.py good 8 $connect $accept 6,1,100,0,1 7,2,50,0,2 7,2,60,1,2 9,2,50,0,2 9,2,60,1,2 \
    9,1,0,0,1
"$TOOL" plugin check one.so --replay good >said || fail "$(cat said)"
says said '^replay          ok  1 sends, 1 receives, 210 bytes, 2 connections$'

rm -f bad
refused 'No such file or directory'
: >bad
refused "it is not a recording of NCCL's calls"
head -c 4096 "$TOOL" >bad
refused "it is not a recording of NCCL's calls"
mkdir folder
"$TOOL" plugin check one.so --replay folder >said 2>err && fail "a folder"
says err '^lazynccl plugin: folder: '
head -c 200 good >bad
refused 'it is cut off: it has 4 of 8 calls'
sed 's/lazynccl net/lazynccl Net/' good >bad
refused "it is not a recording of NCCL's calls"
{ head -c 16 good && printf '\002' && tail -c +18 good; } >bad
refused 'it has version 2 of the format, and this lazynccl reads 1'
"$PYTHON" write.py bad 0
refused 'it has no calls'
"$PYTHON" write.py bad 2 1,0,0,0,1 2,0,0,0,1
refused 'it has no connections'
"$PYTHON" write.py bad 300000000 # a sparse file
truncate -s 10G bad
refused 'call 10001 of 300000000 is damaged: no call up to it was written'

damaged 1 1 "its bytes are not those of a call" 99,1,0,0,1
damaged 1 1 "its bytes are not those of a call" 4,2000000,0,0,1
damaged 2 2 "its bytes are not those of a call" $accept 7,2,1,0,65
damaged 1 1 'its connection was not opened before' 6,1,100,0,1
damaged 2 2 'its connection was not opened before' $accept 6,2,100,0,1
damaged 2 2 'its message has more than 1 GiB' $connect 6,1,1073741825,0,1
damaged 2 2 'it has no message' $connect 6,1,100,0,0
damaged 2 2 'the messages of its request are not together' $accept 7,2,1,0,2
damaged 2 3 'the messages of its request are not together' $accept 7,2,1,0,2 7,2,1,0,2
