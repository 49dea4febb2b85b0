# The start-up cost of a program that links all three libraries and calls none, with lazynccl and
# with the real ones, compared with a program that links none.
need strace

$CC -O2 -DUNLINKED "$SOURCE/tests/bench/start.c" -o unlinked
$CC -O2 "$SOURCE/tests/bench/start.c" -o lazy "$ARCHIVE"
programs='unlinked lazy'
nccl=$SITE/nvidia/nccl/lib cuda=$SITE/nvidia/cu13/lib
if [ -f "$nccl/libnccl.so.2" ] && [ -f "$cuda/libnvrtc.so.13" ] && [ -f "$cuda/libnvJitLink.so.13" ]; then
    $CC -O2 "$SOURCE/tests/bench/start.c" -o eager "$nccl/libnccl.so.2" "$cuda/libnvrtc.so.13" \
        "$cuda/libnvJitLink.so.13" -Wl,-rpath,"$nccl:$cuda"
    programs="$programs eager"
fi

./runs 101 $(printf './%s ' $programs) >times
number=0
for program in $programs; do
    number=$((number + 1))
    strace -o trace ./$program
    calls=$(grep -c '(' trace)
    files=$(./$program maps | awk '$6 ~ /^\// { print $6 }' | sort -u | wc -l)
    if [ $program = unlinked ]; then
        base_calls=$calls base_files=$files
    fi
    case $program in
    unlinked) row "start, linked to none" "$calls system calls, $files files" ;;
    lazy)
        row "start, lazynccl" "$calls system calls, $files files" "the same" \
            [ "$calls $files" = "$base_calls $base_files" ]
        ;;
    eager) row "start, linked as usual" "$calls system calls, $files files" ;;
    esac
    row "  memory, page faults, time" "$(sed -n ${number}p times |
        awk '{ printf "%.1f MiB, %d, %.2f ms (%.2f x)", $3 / 1024, $4, $1 / 1e6, $2 }')"
done
[ "$programs" != 'unlinked lazy' ] || row "start, linked as usual" "the real libraries are not in $SITE"
