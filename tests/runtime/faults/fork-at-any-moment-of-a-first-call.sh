# A thread forks at a random moment of another thread's first call, with 4 and with 300 loaded
# modules, with and without a profiler that walks the loaded objects in malloc. Neither parent nor
# child hangs, and both find the library, as with plain dlopen, which is tested for comparison.
# usage: [long]: 25,000 forks in each row instead of 300
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
forks=300
[ "${1-}" != long ] || forks=25000

fake_library nccl 2.28.9 lib
consumer "$SOURCE/tests/runtime/faults/forks.c" lazynccl -O1 -pthread -ldl
$CC -O1 -DPLAIN "$SOURCE/tests/runtime/faults/forks.c" -o plain -pthread -ldl
$CC -O1 -shared -fPIC "$SOURCE/tests/runtime/faults/profiler.c" -o profiler.so -pthread
echo 'int module;' >module.c
$CC -shared -fPIC module.c -o module.so
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
        middle=0
        for try in 1 2 3; do # a busy machine may fork only before or after the call
            for form in plain lazynccl; do
                printf '%-9s %-8s %-7s ' $form $profiler $modules
                env ${preload:+"$preload"} "./$form" $forks "$stage/lib/libnccl.so.2" \
                    $(seq -f "$stage/module%g.so" $modules) >$form.row
                cat $form.row
            done
            set -- $(cat plain.row lazynccl.row)
            middle=$((middle + $8))
            [ "$2" -eq 0 ] || [ $middle -le $((forks / 20)) ] || break
        done
        [ "$2" -gt 0 ] && [ $middle -gt $((forks / 20)) ] || fail "no fork in the middle"
        # At some moments glibc itself fails: the child ends with an assertion, or hangs.
        [ $(($9 + ${10} + ${11} + ${12})) -le $((2 * ($3 + $4 + $5 + $6) + 3 + forks / 1000)) ] ||
            status=1
    done
done
exit $status
