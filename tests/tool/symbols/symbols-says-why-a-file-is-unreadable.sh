# An unreadable file exits with 2 and one line with its path and the reason; nothing blocks.

# refuses PATH REASON [PATH-AS-PRINTED]: REASON is a pattern.
refuses()
{
    for option in "" --json; do
        exits 2 timeout 10 "$TOOL" symbols $option "$1" >out 2>err
        equal "$(cat out)" ""
        equal "$(wc -l <err)" 1
        says err "^lazynccl symbols: ${3-$1}: $2\$"
    done
}

mkdir folder
mkfifo fifo
echo 'GROUP ( libnccl.so.2 )' >libnccl.so
: >empty
$CC -fPIC -shared -o a.so -x c /dev/null
head -c 900 a.so >short.so
head -c 20 a.so >shorter.so
$CC -fPIC -shared -nostdlib -Wl,-N -o one.so -x c /dev/null # one segment
headers=$(readelf -h one.so | sed -n 's/.*Number of program headers: *//p')
head -c $((64 + 56 * headers + 8)) one.so >cut.so
refuses nowhere.so 'No such file or directory'
refuses folder 'not a regular file'
refuses fifo 'not a regular file'
refuses /dev/null 'not a regular file'
refuses libnccl.so 'not an ELF file'
refuses empty 'an empty file'
refuses shorter.so '.+'
refuses cut.so 'truncated: it maps bytes after its end'
refuses short.so 'truncated: it maps bytes after its end'
refuses "$(printf './new\nline')" 'No such file or directory' './new\\x0aline'
