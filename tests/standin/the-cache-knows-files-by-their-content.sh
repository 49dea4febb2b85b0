# The cache of `lazynccl run` knows a library by its content: the same files in another place or on
# another device get the same stand-ins, a patched one gets its own. One of 16 processes makes the
# stand-ins. A lock of a process that has ended stops nobody. Sets unused for 30 days go; --clean
# removes all.
need strace
"$PYTHON" -m venv --without-pip venv
below=$(cd venv && echo lib/python3*/site-packages)/nvidia/fake/lib
mkdir -p "venv/$below"
wheel() # SONAME BUILD-ID
{
    library "venv/$below/$1" 'int number(void) { return 1; }' -Wl,--build-id=$2
}
wheel libcufft.so.12 0x0102030405060708
wheel libcublas.so.13 none
export XDG_CACHE_HOME=$stage/cache LAZYNCCL_SEARCH=wheel
cache=$stage/cache/lazynccl/stand-ins
run()
{
    "$TOOL" run --lazy all -- "$@" >said 2>&1 || fail "$(cat said)"
}
files()
{
    ls "$cache/files" | wc -l
}
sets()
{
    find "$cache" -name manifest | wc -l
}

# 16 at once: one looks for the libraries' symbols and writes, and no lock stays
for i in $(seq 16); do
    strace -f -o log.$i -e trace=link,linkat "$TOOL" run --lazy all -- venv/bin/python -c pass >said.$i 2>&1 &
done
wait
[ -z "$(cat said.*)" ] || fail "$(cat said.*)"
equal "$(grep -lE '^[0-9]+ +link(at)?\(.*/files/' log.* | wc -l) $(sets)" "1 1"
[ ! -e "$cache"/*.lock ] || fail "$(ls "$cache")"
made=$(files)

# copied and touched: other inodes and times; elsewhere: another set of the same stand-ins
cp -r venv copy
rm -r venv
cp -r copy venv
run venv/bin/python -c pass
equal "$(files) $(sets)" "$made 1"
cp -r venv/lib "$stage/elsewhere"
"$TOOL" run --lazy all --sites "$stage/elsewhere/${below#lib/}/../../.." -- true >said 2>&1 || fail "$(cat said)"
equal "$(files) $(sets)" "$made 2"
cat >mounts.sh <<'END'
for i in 1 2 3; do
    mount -t tmpfs none mounted && cp -r copy/* mounted
    "$TOOL" run --lazy all -- mounted/bin/python -c pass || exit
    stat -c %d mounted >>devices
    mkdir pad$i && mount -t tmpfs none pad$i # takes a device number
done
END
mkdir mounted
if unshare -m mount -t tmpfs none mounted 2>/dev/null; then
    unshare -m sh mounts.sh >said 2>&1 || fail "$(cat said)"
    equal "$(sort -u devices | wc -l) $(files) $(sets)" "3 $made 3"
fi

# patched: another build ID, or other symbols
wheel libcufft.so.12 0x0102030405060709
run venv/bin/python -c pass
equal "$(files)" $((made + 1))
library "venv/$below/libcublas.so.13" 'int number(void) { return 1; } int more(void) { return 2; }' \
    -Wl,--build-id=none
run venv/bin/python -c pass
equal "$(files)" $((made + 2))

# the lock of a process that was killed
privately "$TOOL" run --clean >said
says said '^removed the stand-ins of [1-9] environments from '
equal "$(sets) $(files)" "0 0"
run venv/bin/python -c pass
set=$(dirname "$(find "$cache" -name manifest)")
rm "$set/manifest"
ln -s "99999999-1-$(readlink /proc/self/ns/pid | tr -dc 0-9)-$(uname -n)" "$set.lock"
start=$(date +%s)
run venv/bin/python -c pass
[ $(($(date +%s) - start)) -lt 5 ] || fail "waited for a process that has ended"
equal "$(sets)" 1
# of another host, which may live: a private folder after a bounded time
rm "$set/manifest"
ln -s 1-1-1-another.host "$set.lock"
mkdir tmp
TMPDIR=$stage/tmp "$TOOL" run --lazy all -- venv/bin/python -c 'import os; print(os.environ["PYTHONPATH"])' >said
says said "^$stage/tmp/lazynccl-"

# unused for 30 days
run venv/bin/python -c pass
mkdir "$cache/0123456789abcdef"
touch -d '31 days ago' "$cache/0123456789abcdef" "$cache/files"/* "$set/manifest"
: >"$(echo venv/lib/python3*/site-packages)/new.py"
run venv/bin/python -c pass
[ ! -e "$set" ] && [ ! -e "$cache/0123456789abcdef" ] || fail "stays: $(ls "$cache")"
equal "$(files) $(sets)" "$made 1"
# a use counts
touch -d '2 days ago' "$cache"/*/manifest
run venv/bin/python -c pass
[ -n "$(find "$cache" -name manifest -mmin -10)" ] || fail "its use is not noted"
