# If `lazynccl run` cannot start or intercept a program, it prints one line, and exits as a shell
# would: 127 if the command is missing, else 126.
echo 'int main(void) { return 0; }' >nothing.c

refuses() # STATUS LINE ARGUMENT...
{
    wanted=$1 line=$2
    shift 2
    exits "$wanted" "$TOOL" run "$@" >output 2>&1
    equal "$(cat output)" "lazynccl run: $line"
}
refuses 127 'no-such-command: no such command in PATH' -- no-such-command --flag
refuses 127 './missing: No such file or directory' ./missing
refuses 126 'nothing.c/below: Not a directory' nothing.c/below
refuses 126 "$stage: is a folder" -- "$stage"
refuses 126 './nothing.c: cannot be executed' ./nothing.c
refuses 3 'no command; try: lazynccl run --help'
refuses 3 'no command; try: lazynccl run --help' --lazy nccl --
refuses 3 "another verb's option: --only; try: lazynccl run --help" --only nccl true
refuses 3 'no value for: --lazy; try: lazynccl run --help' --lazy
refuses 3 '--libs: use --lazy' --libs nccl true
refuses 3 '--libs: use --lazy' --libs=nccl true
refuses 2 'list: No such file or directory' --lazy @list true

mkdir -p first second folder/tool
cp nothing.c first/tool
printf '#!/bin/sh\necho second\n' >second/tool
chmod +x second/tool
equal "$(PATH=folder:first:second:$PATH "$TOOL" run tool)" second # a shell continues, too
PATH=$stage/first:$PATH refuses 126 'tool: cannot be executed' tool

printf '#!/no/such/interpreter\n' >script
chmod +x script
refuses 126 './script: names an interpreter that does not exist' ./script
printf 'echo no first line\n' >bare
chmod +x bare
equal "$("$TOOL" run ./bare)" 'no first line'

why='is linked statically, so it loads no library that could be replaced'
for option in -static -static-pie; do
    $CC $option nothing.c -o still 2>/dev/null || continue
    refuses 126 "./still: $why" -- ./still
    printf '#! %s -x\n' "$stage/still" >script
    refuses 126 "$stage/still: $why" -- ./script
done
# ld.so itself loads only what its arguments name
ld_so=$(readelf -l /bin/sh | sed -n 's/.*program interpreter: \(.*\)]/\1/p')
equal "$("$TOOL" run "$ld_so" /bin/echo told)" told

# raised privileges
why='runs with raised privileges and ignores LD_LIBRARY_PATH'
why="$why: put lazynccl run after it, not before it"
$CC nothing.c -o raised
[ "$(id -u)" = 0 ] || skip "all passed except raised privileges, which takes root"
chown nobody raised
chmod 4755 raised
refuses 126 "./raised: $why" ./raised
chown root:nogroup raised
chmod 2755 raised
refuses 126 "./raised: $why" ./raised
chmod 755 raised
"$TOOL" run ./raised
