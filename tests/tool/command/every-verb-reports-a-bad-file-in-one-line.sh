# Every verb reports a file that is not a library in one line with its path and the reason, exits
# with 2, and never blocks.

# refused FILE REASON [SHOWN]: REASON is a pattern, SHOWN the name as it is printed; standard output
# has JSON or nothing.
refused()
{
    path=$stage/$1
    for verb in audit "audit --json" symbols "symbols --json" "symbols nccl --demanded-by" \
        "find --from" "find --json --from" "doctor --from" "plugin inspect" "plugin check"; do
        status=0
        timeout 20 "$TOOL" $verb "$path" >out 2>err || status=$?
        [ "$status" = 2 ] || fail "status $status of $verb $1: $(cat out err)"
        [ "$(wc -l <err)" = 1 ] || fail "not one line of $verb $1: $(cat err)"
        says err "^lazynccl ${verb%% *}: $stage/${3-$1}: ($2)\$"
        case $verb in
        "audit --json")
            "$PYTHON" -c 'import json; assert json.load(open("out"))["audited"] == []' || fail "$verb $1"
            ;;
        *) equal "$(cat out)" "" ;;
        esac
    done
}

$CC -fPIC -shared -nostdlib -o whole.so -x c /dev/null
echo 'GROUP ( libnccl.so.2 )' >text
line='
'
: >empty
: >"a${line}b"
head -c 10 whole.so >start
head -c 700 whole.so >cut
$CC -fPIC -shared -nostdlib -Wl,-N -o one.so -x c /dev/null # one segment
headers=$(readelf -h one.so | sed -n 's/.*Number of program headers: *//p')
head -c $((64 + 56 * headers + 8)) one.so >part
mkfifo fifo
ln -s /dev/zero zero
ln -s /dev/null null
ln -s ring ring
ln -s nothing dangling
truncate -s 4G sparse
printf 'PK\003\004' >sparse.whl
truncate -s 4G sparse.whl
not="not an ELF file|neither an ELF file nor a wheel"
refused "a${line}b" 'an empty file|neither an ELF file nor a wheel' 'a\\x0ab'
refused nothing 'No such file or directory'
refused text "$not"
refused empty 'an empty file|neither an ELF file nor a wheel'
refused start '.+'
refused cut 'truncated: it maps bytes after its end'
refused part 'truncated: it maps bytes after its end'
refused fifo 'not a regular file'
refused zero 'not a regular file'
refused null 'not a regular file'
refused ring 'Too many levels of symbolic links'
refused dangling 'No such file or directory'
refused sparse "$not"
refused sparse.whl 'not an ELF file|not a wheel: .+'
refused text/below 'Not a directory'

# --root with a file
for root in nothing text; do
    for verb in find doctor "" "explain libnccl.so.2: cannot open shared object file" \
        "audit /" "symbols /a.so"; do
        exits 2 "$TOOL" $verb --root "$stage/$root" >out 2>err
        equal "$(wc -l <err)" 1
        says err "$stage/$root: (No such file|Not a)"
    done
done

# unreadable files, for a user other than root
cp "$TOOL" tool
cp whole.so closed.so
mkdir open closed
cp whole.so open/
cp whole.so closed/
cp closed.so closed.whl
chmod 0 closed.so closed.whl closed
chmod 755 . tool
nobody=
if [ "$(id -u)" = 0 ]; then
    command -v setpriv >/dev/null || exit 0
    nobody="setpriv --reuid 65534 --regid 65534 --clear-groups"
fi
TOOL=$stage/lazynccl
printf '#!/bin/sh\nexec %s %s/tool "$@"\n' "$nobody" "$stage" >lazynccl
chmod 755 lazynccl
refused closed.so 'Permission denied'
refused closed.whl 'Permission denied'
refused closed/whole.so 'Permission denied'
mkdir -p both/closed
cp whole.so both/
chmod 0 both/closed
exits 2 "$TOOL" audit both >out 2>err
says err '/both/closed: Permission denied$'
says out '^both: 1 ELF file, '
chmod 700 closed both/closed
