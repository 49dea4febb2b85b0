# Records go to memory of the node: a file that only its user can read, in a folder that belongs to the
# user. A call does not wait while the file system of DIR does not answer, nobody truncates the ring by
# accident, and all rings take at most an eighth of the memory. What cannot be recorded is said in one
# line, and the program runs on. The costs at start are counted.
if [ -z "${PRIVATE-}" ]; then
    PRIVATE=1
    export PRIVATE
    status=0
    privately sh "$0" "$script" || status=$?
    exit $status
fi
library lib/libnccl.so.2 'int ncclGroupStart(void) { return 0; }'
with_libc >program.c <<'C'
/* program CALLS PAUSE: prints the longest call in ms, when it has made the first one, and at the end */
int ncclGroupStart(void);
static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}
int main(int count, char **words)
{
    double longest = 0;
    int calls = atoi(words[1]);
    if (calls)
        ncclGroupStart();
    puts("called");
    fflush(stdout);
    for (int i = 1; i < calls; i++) {
        double start = now();
        ncclGroupStart();
        double took = now() - start;
        longest = took > longest ? took : longest;
        usleep((unsigned)atoi(words[2]));
    }
    printf("%.0f\n", longest);
    return 0;
}
C
$CC -O1 -w program.c -o program lib/libnccl.so.2
export LD_LIBRARY_PATH="$stage/lib" LAZYNCCL_LIBPATH="$stage/lib" XDG_CACHE_HOME="$stage/cache" LAZYNCCL_SEARCH=env
"$TOOL" run --lazy nccl --trace first -- ./program 3 0 >output
folder=/dev/shm/lazynccl-$(id -u)
ring=$(grep -lF "$stage/first" "$folder"/*)
equal "$(stat -c %a "$folder")" 700
equal "$(stat -c %a "$ring" | sed "s/^1//")" 400
equal "$(ls first | sed 's/[0-9a-f-]*//')" .rank
mkdir traced
cp "$(find cache -name libnccl.so.2 -type f)" traced/
LD_LIBRARY_PATH=$stage/traced

begin() # DIR CALLS PAUSE
{
    mkdir -p "$1"
    LAZYNCCL_TRACE=$stage/$1 ./program "$2" "$3" >output &
    pid=$!
    until grep -q called output; do sleep 0.05; done
}

# emptying all files in DIR does not harm
begin emptied 1000 500
for file in emptied/*; do : >"$file"; done
wait $pid || fail "the program ended with $?"

# a file system that does not answer for two seconds
if [ "$(id -u)" = 0 ] && command -v mkfs.ext4 >fs.log && command -v fsfreeze >fs.log && dd if=/dev/zero of=fs.img bs=1M count=16 2>fs.log &&
    mkfs.ext4 -q fs.img && mkdir frozen && mount -o loop fs.img frozen 2>fs.log; then
    begin frozen/calls 5000 200
    sync -f frozen
    fsfreeze -f frozen
    sleep 2
    fsfreeze -u frozen
    wait $pid
    umount frozen
    longest=$(tail -n 1 output)
    [ "$longest" -lt 1000 ] || fail "a call took $longest ms while the file system was frozen"
fi

# the run after the one that found the process ended removes its ring after a day; --clean does at once
"$TOOL" run --lazy nccl -- true
[ -k "$ring" ] || fail 'an ended process is not marked'
"$TOOL" run --lazy nccl -- true
[ -f "$ring" ] || fail 'a ring is removed too early'
begin running 1000 2000
"$TOOL" run --clean >said
[ ! -f "$ring" ] || fail 'a ring of an ended process is left'
equal "$(grep -lF "$stage/running" "$folder"/* | wc -l)" 1
kill $pid
wait $pid || true

# with 64 MB, as in Docker, rings are shortened, and together take at most an eighth
cat >small.sh <<'S'
mount -t tmpfs -o size=64m none /dev/shm || exit 77
. "$SOURCE/tests/stage.sh" # for says and equal; a stage of its own
cd "$OLDPWD"
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
    LAZYNCCL_TRACE=$PWD/small ./program 10 100000 >output.$i 2>error.$i &
    pids="${pids-} $!"
done
wait $pids
used=$(du -sk /dev/shm | cut -f 1)
[ "$used" -le 8192 ] || fail "$used KiB"
[ "$(ls /dev/shm/lazynccl-0/*.ring | wc -l)" -ge 8 ] || fail "$(ls -l /dev/shm/lazynccl-0)"
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
    equal "$(sed -n 1p output.$i)" called
    [ ! -s error.$i ] || says error.$i '^lazynccl: trace: /dev/shm/lazynccl-0: .*no room for another.*: calls are not recorded$'
    [ "$(wc -l <error.$i)" -le 1 ] || fail "$(cat error.$i)"
done
grep -q recorded error.* || fail 'twelve rings need more than an eighth'
"$TOOL" trace -v small >said
equal "$(grep -c ' ncclGroupStart()' said)" $((10 * $(ls /dev/shm/lazynccl-0/*.ring | wc -l)))
# full, or not there at all
rm -rf /dev/shm/lazynccl-0
mount -o remount,size=100k /dev/shm
LAZYNCCL_TRACE=$PWD/small ./program 10 0 >output 2>error
equal "$(wc -l <error)" 1
umount /dev/shm
mount -t tmpfs -o ro none /dev/shm
LAZYNCCL_TRACE=$PWD/small ./program 10 0 >output 2>error
says error '^lazynccl: trace: /dev/shm/lazynccl-0: .*: calls are not recorded$'
equal "$(wc -l <error)" 1
S
if [ "$(id -u)" = 0 ] && unshare -m true 2>fs.log; then
    mkdir small
    status=0
    unshare -m sh small.sh 2>small.log || status=$?
    [ $status = 0 ] || [ $status = 77 ] || fail "64 MB: $(cat small.log)"
fi

# processes of one number, in two containers, have a page each
if unshare --pid --fork true 2>fs.log; then
    mkdir containers
    for container in 1 2; do
        LAZYNCCL_TRACE=$stage/containers unshare --pid --fork ./program 1 0 >output
    done
    equal "$(ls containers | sed 's/-.*//' | paste -sd' ')" '1 1'
fi

# a folder that belongs to another user, or a link, is not used
if [ "$(id -u)" = 0 ]; then
    chmod 755 "$stage"
    mkdir -m 777 other
    user() { LAZYNCCL_TRACE=$stage/other setpriv --reuid=54321 --regid=54321 --clear-groups ./program "$1" 0 >output 2>error; }
    mkdir -m 777 /dev/shm/lazynccl-54321
    user 0 || fail 'it does not run on'
    "$TOOL" trace -v other >said
    says said ': its calls are not recorded$'
    user 3 || fail 'it does not run on'
    rmdir /dev/shm/lazynccl-54321
    says error '^lazynccl: trace: /dev/shm/lazynccl-54321: belongs to another user: calls are not recorded$'
    mkdir -m 777 target
    ln -s "$stage/target" /dev/shm/lazynccl-54321
    user 3 || fail 'it does not run on'
    rm /dev/shm/lazynccl-54321
    says error '^lazynccl: trace: /dev/shm/lazynccl-54321: .*: calls are not recorded$'
    equal "$(ls target)" ''
fi

# a program with raised privileges leaves no trace
if [ "$(id -u)" = 0 ] && ! findmnt -no OPTIONS -T "$stage" | grep -q nosuid; then
    mkdir -m 777 raised
    $CC -O1 -w program.c -o raised/program traced/libnccl.so.2 -Wl,-rpath,"$stage/traced"
    chmod 4755 raised/program
    rm -f output error
    LAZYNCCL_TRACE=$stage/raised LAZYNCCL_SEARCH='' setpriv --reuid=54321 --regid=54321 --clear-groups raised/program 0 0 >output 2>error ||
        fail "$(cat error)"
    equal "$(ls raised)" program
    LAZYNCCL_TRACE=$stage/raised raised/program 0 0 >output
    equal "$(ls raised | wc -l)" 2
fi

# system calls: of a process that is only loaded, of its first call, and of later ones
command -v strace >fs.log || exit 0
mkdir counted
count() # CALLS
{
    LAZYNCCL_TRACE=${2-} strace -o calls ./program "$1" 0 >output
    grep -vcE 'nanosleep|^---|^\+\+\+' calls
}
rings=$(ls "$folder" | wc -l) # of other programs, too; a first call looks at each
without=$(count 0)
loaded=$(($(count 0 "$stage/counted") - without))
first=$(($(count 1 "$stage/counted") - loaded - $(count 1)))
echo "$loaded system calls more to load, $first for the first call" >&2
[ "$loaded" -le 30 ] || fail "$loaded system calls to load a tracing stand-in"
later=$(ls "$folder" | wc -l)
[ "$first" -le $((40 + 2 * (rings > later ? rings : later))) ] || fail "$first system calls for the first call"
count 1000 "$stage/counted" >said
awk '/write\(1, "called/ { after = 1 } after && !/nanosleep/' calls >later
[ "$(wc -l <later)" -le 4 ] || fail "system calls of later calls: $(cat later)"
