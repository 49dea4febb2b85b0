# The cost of each real library's first call, compared with dlopen of an absolute path and dlsym of
# all its functions: time, which varies, and instructions, which do not.
need strace valgrind

nccl=$SITE/nvidia/nccl/lib cuda=$SITE/nvidia/cu13/lib
$CC -O2 "$SOURCE/tests/bench/first.c" -o first "$ARCHIVE"
unset LAZYNCCL_SEARCH LAZYNCCL_LIBPATH
mkdir -p site-packages/module
ln -s "$SITE/nvidia" site-packages/nvidia
module=$stage/site-packages/module/first.so
$CC -O2 -fPIC -shared "$SOURCE/tests/bench/first.c" -o "$module" "$ARCHIVE"

# compare TITLE COMMAND ARGUMENTS FILES: compares a first call by dlopen of the files with one by
# lazynccl, in the same environment, which constructors may read.
compare()
{
    ./runs 101 "$2 $3 $4" "$2 $3" >times
    row "first call, $1" "$(awk 'NR == 1 { bare = $1 } NR == 2 {
        printf "%.2f ms, bare %.2f ms: ratio %.3f", $1 / 1e6, bare / 1e6, $2 }' times)" \
        "<= 1.05" below "$(awk 'NR == 2 { print $2 }' times)" 1.05
    by_hand=$(collected --trace-children=yes --toggle-collect='measured_*' $2 $3 $4)
    ours=$(collected --trace-children=yes --toggle-collect='measured_*' $2 $3)
    ratio=$(echo "$ours $by_hand" | awk '{ printf "%.3f", $1 / $2 }')
    row "  instructions" "$ours, bare $by_hand: ratio $ratio" "<= 1.02" below "$ratio" 1.02
}

while read -r word title pattern files; do
    paths=
    for file in $files; do
        paths="$paths $(ls $nccl/$file $cuda/$file 2>/dev/null || true)"
    done
    if [ -z "${paths# }" ]; then
        row "first call, $title" "the real library is not in $SITE"
        continue
    fi
    sed -n 's/^    \([a-zA-Z_0-9]*\);$/\1/p' "$BUILD/src/runtime/lazynccl.map" | grep -E "$pattern" >$word.names
    compare "$title: LAZYNCCL_LIBPATH" "env LAZYNCCL_LIBPATH=${paths##* } ./first" "$word $word.names" \
        "$paths"
    compare "$title: module's site-packages" "./first $module" "$word $word.names" "$paths"
    [ $word != nccl ] || compare "$title: VIRTUAL_ENV" "env VIRTUAL_ENV=${SITE%/lib/python*} ./first" \
        "$word $word.names" "$paths"
done <<E
nccl NCCL ^p?nccl libnccl.so.2
rtc NVRTC ^nvrtc libnvrtc-builtins.so.13.* libnvrtc.so.13
jitlink nvJitLink ^nvJitLink libnvJitLink.so.13
E

# calls COMMAND...: counts the system calls of each search location. Each location prints a line
# when done, so that the calls before a line belong to that location. Calls by which ld.so loads the
# library, calls for memory, and those that print a line are not counted.
calls()
{
    LAZYNCCL_DEBUG=1 strace -o trace "$@" >/dev/null 2>&1 || true
    sed -n '/^getppid/,/^getppid/p' trace | awk '
        /^write\(2, "lazynccl: [a-z]*: / {
            split($0, part, /[: ]+/)
            place = part[4]
            if (!(place in count))
                order[++places] = place
            count[place] += pending
            pending = loading = 0
        }
        /^openat\(.*\.so[.0-9]*", O_RDONLY\|O_CLOEXEC\) = [0-9]/ { loading = 1 }
        !loading && !/^(getppid|brk|getrandom|mmap|munmap|write|rt_sig[a-z]*)\(/ { pending++ }
        END {
            for (i = 1; i <= places; i++) {
                text = text order[i] " " count[order[i]] + 0 (i < places ? ", " : "")
                total += count[order[i]]
            }
            print total + 0 ": " text
        }'
}
row "system calls to find NCCL in VIRTUAL_ENV" "$(VIRTUAL_ENV=${SITE%/lib/python*} calls ./first nccl nccl.names)"
row "system calls to find no nvJitLink 12" "$(calls ./first old none)"
