# What copies cost, beside the direct link and a loader by hand that keeps the same promises: dlopen and
# dlvsym, slots that are read-only, threads. For one and six functions of zlib and 16 of NCCL: bytes, lines,
# instructions of the first and of later calls, pages that a first call dirties. And how many source files
# and functions a first call enters without optimization.
need valgrind size
unset LAZYNCCL_SEARCH LAZYNCCL_LIBPATH

with_libc >hand.c <<'C'
#include "rows.h"
#define COUNT (sizeof rows / sizeof *rows)
typedef long function(long, long, long, long, long, long);
static void *handle;
static union {
    function *slots[COUNT];
    char page[4096];
} table __attribute__((aligned(4096))) = {{NULL}};
__attribute__((noinline, cold)) static void load(void)
{
    int saved = errno, cancel;
    void *none = NULL, *library;

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    library = dlopen(FILE_NAME, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        abort();
    }
    if (__atomic_compare_exchange_n(&handle, &none, library, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        for (unsigned i = 0; i < COUNT; i++) {
            void *found = rows[i][1] ? dlvsym(library, rows[i][0], rows[i][1]) : dlsym(library, rows[i][0]);
            __atomic_store_n(&table.slots[i], (function *)found, __ATOMIC_RELEASE);
        }
        mprotect(&table, sizeof table, PROT_READ);
    }
    pthread_setcancelstate(cancel, NULL);
    errno = saved;
}
#define X(i, name)                                                                                 \
    long name(long a, long b, long c, long d, long e, long f)                                      \
    {                                                                                              \
        function *there = __atomic_load_n(&table.slots[i], __ATOMIC_ACQUIRE);                      \
                                                                                                   \
        if (!there) {                                                                              \
            load();                                                                                \
            there = table.slots[i];                                                                \
        }                                                                                          \
        return there(a, b, c, d, e, f);                                                            \
    }
FUNCTIONS
C
with_libc >main.c <<'C'
long CALL(void *);
static long pages(void)
{
    static char line[4096], buffer[65536];
    FILE *file = fopen("/proc/self/smaps", "r");
    long all = 0, one;

    setvbuf(file, buffer, _IOFBF, sizeof buffer);
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "Private_Dirty: %ld", &one) == 1)
            all += one;
    fclose(file);
    return all / 4;
}
__attribute__((noinline)) void measured_first(void *to) { CALL(to); }
__attribute__((noinline)) void measured_later(void *to) { CALL(to); }
int main(int count, char **words)
{
    long argument[32] = {0}, before; /* an int for the version, or a z_stream */

    unsetenv("LD_PRELOAD"); /* valgrind's, which is not of an ordinary call; nor are its objects */
    before = pages();
    before = pages();
    measured_first(argument);
    printf("%ld\n", pages() - before);
    measured_later(argument);
    return words == NULL || count > 9;
}
C

# What valgrind preloads, as something that the program needs, so that no copy asks it for functions.
core=vgpreload_core-$(uname -m | sed 's/x86_64/amd64/; s/aarch64/arm64/')-linux.so
$CC -shared -Wl,-soname,$core -xc /dev/null -o $core

# program NAME FILE...: links main.c with these.
program()
{
    name=$1
    shift
    $CC -O2 -fPIE -pie -DCALL=$call main.c "$@" -o $name -Wl,--no-as-needed,-rpath,'$ORIGIN' $core -ldl -lpthread
}

# cost TITLE PROGRAM LINES OBJECT [TARGET]: prints the row of a program.
cost()
{
    first=$(collected --toggle-collect=measured_first ./$2) later=$(collected --toggle-collect=measured_later ./$2)
    [ $2 != direct ] || base=$later
    [ $2 != hand ] || by_hand=$first
    bytes=
    [ ! -e "$4" ] || bytes=$(size -A "$4" | awk '/^\.(text|rodata|data\.rel\.ro)/ { text += $2 }
        /^\.(data|bss|lazynccl)/ && !/^\.data\.rel\.ro/ { data += $2 } END { print text " bytes of text, " data " of data, " }')
    shown="$bytes${3:+$3, }first call $first, later +$((later - base)), pages $(./$2)"
    ratio=$(echo "$first ${by_hand:-$first}" | awk '{ printf "%.3f", $1 / $2 }')
    [ -z "${5-}" ] || { row "  $1" "$shown, ratio $ratio" "<= $5 of by hand" below "$ratio" $5; return; }
    row "  $1" "$shown"
}

# lines FILE...: those of C, and those of assembly for each machine.
lines()
{
    awk 'FNR == 1 { inside = 0 } inside { assembly++ } /__asm__\($/ { inside = 1 } !inside { c++ } /^\);$/ { inside = 0 }
        END { print c " lines of C, " assembly + 0 " of assembly" }' "$@"
}

# compare TITLE LIBRARY FILE STUB WORDS: WORDS are options that select the functions, which are in `names`.
compare()
{
    title=$1 library=$2 file=$3 stub=$4
    printf '%s\n' $names | sort >wanted
    nm -D --defined-only "$library" | awk '{ print $3 }' | sort | awk -F'@+' 'NR == FNR { wanted[$1]; next }
        $1 in wanted { print $1, $2 == "" ? 0 : "\"" $2 "\"" }' wanted - >found
    [ "$(wc -l <found)" = "$(wc -l <wanted)" ] || fail "$library lacks a function"
    {
        printf '#define FILE_NAME "%s"\n#define FUNCTIONS \\\n' "$file"
        awk '{ printf "X(%d, %s) ", NR - 1, $1 }' found
        echo
        echo 'static const char *const rows[][2] = {'
        awk '{ printf "{\"%s\", %s},\n", $1, $2 }' found
        echo '};'
    } >rows.h
    call=$5
    row "$title" "instructions of calls, and pages of 4 KiB that the first one dirties"
    program direct "$library"
    cost 'direct' direct '' ''
    $CC -O2 -w -c hand.c
    program hand hand.o
    cost 'by hand' hand "$(cat hand.c rows.h | wc -l) lines" hand.o
    for search in soname default full; do
        rm -rf copy
        option="--search $search"
        [ $search != default ] || option=
        "$PYTHON" "$SOURCE/gen" vendor $stub --only "$(echo $names | tr ' ' ,)" $option --prefix copy -o copy >/dev/null
        $CC -O2 -c copy/copy.c -o copy.o
        program $search copy.o
        limit=
        [ $search != default ] || limit=1.05
        cost "--search $search" $search "$(lines copy/*.[ch])" copy.o $limit
        $CC -O0 -g -c copy/copy.c -o unoptimized.o
        program entered unoptimized.o
        rm -f run
        valgrind -q --tool=callgrind --callgrind-out-file=run --toggle-collect=measured_first ./entered >/dev/null
        row "    enters" "$("$PYTHON" "$SOURCE/tests/entered.py" --copy "$SOURCE/src/runtime" copy <run 2>/dev/null |
            sed 's/ / source files, /; s/$/ functions/')"
    done
}

zlib=$($CC -print-file-name=libz.so.1)
if [ "$zlib" != libz.so.1 ]; then
    names=zlibVersion
    compare 'one function of zlib' "$zlib" libz.so.1 "$zlib" zlibVersion
    names='deflateInit_ deflate deflateEnd inflateInit_ inflate inflateEnd'
    compare 'six functions of zlib' "$zlib" libz.so.1 "$zlib" inflateEnd
fi
nccl=$SITE/nvidia/nccl/lib/libnccl.so.2
[ -e "$nccl" ] || exit 0
export LD_LIBRARY_PATH="${nccl%/*}"
names=$(printf 'nccl%s ' AllReduce Broadcast AllGather CommInitRankConfig CommInitRank CommDestroy GetUniqueId Send \
    Recv CommFinalize CommGetAsyncError GroupStart GroupEnd GetErrorString GetLastError GetVersion)
compare '16 functions of NCCL' "$nccl" libnccl.so.2 nccl ncclGetVersion
