# The system calls of a first call grow with the loaded modules only with relative names, and no faster than one
# reading of /proc/self/maps; its processor time grows no faster than the modules.
# usage: [long]: 3,000 modules as well
fake_library nccl 2.28.9 lib
consumer - program -O1 "$SOURCE/tests/runtime/faults/failing.c" -I"$SOURCE/tests/runtime/faults" -ldl <<'C'
#include "failing.h"
int ncclGetVersion(int *version);
int main(int count, char **words) /* modules, a pattern, 1: count system calls, FILE: by dlopen */
{
    double start;
    int version = 0;
    for (int i = 1; i <= atoi(words[1]); i++) {
        char name[4096];
        snprintf(name, sizeof name, "%s%d.so", words[2], i);
        if (!dlopen(name, RTLD_NOW))
            return 1;
    }
    if (atoi(words[3]))
        failing_calls(1 << 30, 0, 0);
    start = clock_ms(CLOCK_PROCESS_CPUTIME_ID); /* the machine may be busy */
    if (count > 4)
        version = dlopen(words[4], RTLD_NOW) ? 22809 : 0;
    else
        ncclGetVersion(&version);
    if (atoi(words[3]))
        printf("%d\n", failing_stop());
    else
        printf("%.0f\n", clock_ms(CLOCK_PROCESS_CPUTIME_ID) - start);
    return version != 22809;
}
C
library module.so 'int module;'
most=1000
[ "${1-}" != long ] || most=3000
mkdir m
for i in $(seq $most); do
    ln module.so "m/x$i.so" && cp --remove-destination module.so "m/x$i.so"
done

export LAZYNCCL_LIBPATH="$stage/lib"
status=0
for names in m/x "$stage/m/x"; do
    few=
    for modules in 100 1000 3000; do
        [ $modules -le $most ] || continue
        calls=$(./program $modules $names 1) || skip "seccomp is not available"
        time=$(./program $modules $names 0)
        plain_calls=$(./program $modules $names 1 "$stage/lib/libnccl.so.2")
        plain_time=$(./program $modules $names 0 "$stage/lib/libnccl.so.2")
        echo "$modules modules ${names%x}: $calls system calls, $time ms" \
            "(dlopen: $plain_calls, $plain_time ms)"
        : "${few:=$calls}"
        [ "$calls" -le $((few + modules / 5)) ] || status=1
        [ "$time" -le $((plain_time + 50 + modules / 10)) ] || status=1
    done
done
exit $status
