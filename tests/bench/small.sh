# A small copy of zlib: the cost of its first call, compared with dlopen and dlvsym of the same functions
# by hand, without and with what a copy promises; its size in a program with 1 and 20 functions, and its
# lines.
. "$SOURCE/tests/bench/row.sh"
need valgrind size strip

library=$($CC -print-file-name=libz.so.1)
[ "$library" != libz.so.1 ] || skip "libz.so.1 is not installed"
"$PYTHON" "$SOURCE/gen" vendor "$library" -o z >/dev/null
nm -D --defined-only "$library" | awk '$2 == "T" { print $3 }' | sort >names
{
    echo 'static const char *const rows[][2] = {'
    awk -F'@+' '{ printf "    {\"%s\", %s},\n", $1, $2 == "" ? "0" : "\"" $2 "\"" }' names
    echo '};'
} >rows.h
cat >first.c <<'C'
#define _GNU_SOURCE
#include "rows.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#define COUNT (sizeof rows / sizeof *rows)
static void *found[COUNT], *handle;
static union {
    void *slots[COUNT];
    char page[4096];
} table __attribute__((aligned(4096))) = {{&handle}};
const char *zlibVersion(void);
static void *look_up(void)
{
    void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);

    for (unsigned i = 0; library && i < COUNT; i++)
        found[i] = rows[i][1] ? dlvsym(library, rows[i][0], rows[i][1]) : dlsym(library, rows[i][0]);
    return library;
}
__attribute__((noinline)) int measured_by_hand(void)
{
    const char *(*version)(void) = NULL;

    handle = look_up();
    if (handle)
        *(void **)&version = dlsym(handle, "zlibVersion");
    return version ? *version() : 0;
}
/* The same with what a small copy promises: races, cancellation, errno, slots that are read-only. */
__attribute__((noinline)) int measured_by_hand_safely(void)
{
    const char *(*version)(void) = NULL;
    void *none = NULL, *library;
    int saved = errno, cancel;

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    library = look_up();
    if (__atomic_compare_exchange_n(&handle, &none, library, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        for (unsigned i = 0; i < COUNT; i++)
            __atomic_store_n(&table.slots[i], found[i], __ATOMIC_RELEASE);
        mprotect(&table, sizeof table, PROT_READ);
    }
    pthread_setcancelstate(cancel, NULL);
    errno = saved;
    if (handle)
        *(void **)&version = dlsym(handle, "zlibVersion");
    return version ? *version() : 0;
}
__attribute__((noinline)) int measured_as_usual(void) { return *zlibVersion(); }
int main(int count, char **words)
{
    struct timespec before, after;
    int code;

    (void)words;
    unsetenv("LD_PRELOAD"); /* valgrind's, which is not of an ordinary call */
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
    code = count > 2 ? measured_by_hand_safely() : count > 1 ? measured_by_hand() : measured_as_usual();
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
    printf("%.0f\n", (after.tv_sec - before.tv_sec) * 1e9 + (double)(after.tv_nsec - before.tv_nsec));
    return code != '1';
}
C
$CC -O2 first.c z/lazynccl.c -o first -ldl -lpthread
$CC -O2 "$SOURCE/tests/bench/runs.c" -o runs

# instructions COMMAND...: the instructions of its first call.
instructions()
{
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect='measured_*' "$@" 2>&1 |
        sed -n 's/.*Collected : //p'
}

# compare TITLE LIMIT ARGUMENTS: compares a first call with the loader by hand that these select.
compare()
{
    by_hand=$(instructions ./first $3)
    ratio=$(echo "$ours $by_hand" | awk '{ printf "%.3f", $1 / $2 }')
    row "first call, zlib, small copy: instructions" "$ours, $1 $by_hand: ratio $ratio" "<= $2" \
        below "$ratio" "$2"
    ./runs 501 "./first $3" ./first >times
    row "  CPU time" "$(awk -v "title=$1" 'NR == 1 { bare = $1 } NR == 2 {
        printf "%.0f us, %s %.0f us: ratio %.3f", $1 / 1e3, title, bare / 1e3, $2 }' times)"
}
ours=$(instructions ./first)
compare "dlopen and dlvsym by hand" 1.1 plain
compare "the same with read-only slots and for threads" 1.06 "plain safe"

# size_of COUNT: makes a program that calls so many functions, linked directly and lazily.
size_of()
{
    sed 's/@.*//' names | head -n "$1" >some
    {
        sed 's/.*/int &(void);/' some
        echo 'int main(int count, char **words) { (void)words; if (count > 9) {'
        sed 's/.*/&();/' some
        echo '} return 0; }'
    } >some.c
    $CC -O2 -fno-builtin -w -c some.c
    "$PYTHON" "$SOURCE/gen" vendor "$library" --only some.o -o few >/dev/null
    $CC some.o "$library" -o direct
    $CC -O2 -fno-asynchronous-unwind-tables some.o few/lazynccl.c -o lazy -ldl
    strip direct lazy
    row "small copy, $1 of zlib's functions" \
        "$(size direct lazy | awk 'NR == 2 { code = $1 } NR == 3 { print $1 - code, "bytes of code and read-only data" }'), file $(($(wc -c <lazy) - $(wc -c <direct))) bytes"
}
size_of 1
size_of 20
lines=$(awk 'FNR == 1 { inside = 0 } / __asm__\($/ { inside = 1 } !inside && NF { lines++ } /^\);$/ { inside = 0 }
    END { print lines }' few/lazynccl.[ch])
row "small copy, lines of C and header for 20 functions" "$lines" "<= 600" below "$lines" 600
