# A thread forks at a random moment of another thread's first call, with few and many modules, with and without a
# profiler. Parent and child find the library as with plain dlopen, which is tested for comparison.
# usage: [long]: 6,000 forks in each row instead of 100, or 50
forks=100
! is_brief || forks=50
[ "${1-}" != long ] || forks=6000

fake_library nccl 2.28.9 lib
consumer "$SOURCE/tests/runtime/faults/forks.c" lazynccl -O1 -pthread -ldl
$CC -O1 -DPLAIN "$SOURCE/tests/runtime/faults/forks.c" -o plain -pthread -ldl
$CC -O1 -shared -fPIC "$SOURCE/tests/runtime/faults/profiler.c" -o profiler.so -pthread
library module.so 'int module;'
for i in $(seq 300); do
    cp module.so "module$i.so"
done

export LAZYNCCL_LIBPATH="$stage/lib"
printf '%-9s %-8s %-7s %6s %6s %6s %6s %6s %6s\n' form profiler modules forks middle \
    child: wrong parent: wrong '' '' '' '' '' hangs '' hangs ''
status=0
for modules in 4 300; do
    for profiler in no yes; do
        preload=
        [ $profiler = no ] || preload=LD_PRELOAD="$stage/profiler.so"
        set -- 0 0 0 0
        for try in 1 2 3; do # a busy machine may fork only before or after the call
            for form in plain lazynccl; do
                printf '%-9s %-8s %-7s ' $form $profiler $modules
                env ${preload:+"$preload"} "./$form" $forks "$stage/lib/libnccl.so.2" \
                    $(seq -f "$stage/module%g.so" $modules) >$form.row
                cat $form.row
            done
            set -- "$@" $(cat plain.row) $(cat lazynccl.row)
            set -- $(($1 + $6)) $(($2 + $7 + $8 + $9 + ${10})) \
                $(($3 + ${12})) $(($4 + ${13} + ${14} + ${15} + ${16}))
            # At some moments glibc itself fails: the child ends with an assertion, or hangs.
            limit=$((2 * $2 + 3 + forks / 1000))
            [ "$1" -eq 0 ] || [ "$3" -le $((forks / 20)) ] || [ "$4" -gt $limit ] || break
        done
        [ "$1" -gt 0 ] && [ "$3" -gt $((forks / 20)) ] || fail "no fork in the middle"
        [ "$4" -le $limit ] || status=1
    done
done
exit $status
