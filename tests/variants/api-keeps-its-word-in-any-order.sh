# Hundreds of random orders of the API: whether the library can be opened follows from what the program has
# set, a success never changes, nothing appears after a freeze, all answers and calls agree, errno is kept, and
# values that repeat cost no memory. `program SEED` alone repeats an order; a contradiction prints it.
stub_of toy '[version]' 'function = "toy_version"' '[types.enums]' \
    'toy_result = { TOY_SUCCESS = 0, TOY_FAILURE = 1 }' '[absent.returns]' 'int = "-7"' \
    'toy_result = "TOY_FAILURE"' <<'TOML'
int toy_one(void);
int toy_two(void);
toy_result toy_version(int *);
TOML
version='int toy_version(int *v) { *v = VERSION; return 0; }'
half="int toy_one(void) { return 1; } $version"
library t/libtoy.so.1 "$half int toy_two(void) { return 2; }" -DVERSION=20000
library g/libgiven.so.1 "$half int toy_two(void) { return 2; }" -DVERSION=17000
library h/libhalf.so.1 "$half" -DVERSION=15000
mkdir b empty
echo text >b/libbroken.so.1

with_libc >program.c <<'C'
#include "lazynccl.h"
#include <malloc.h>
int toy_one(void), toy_two(void), toy_version(int *);
enum { STEPS = 40, ABSENT = -7 };
/* What set_path() gets; the file's version, 0 if there is none; and whether it has toy_two(). */
static const struct { const char *path; int version, whole; } files[] = {
    {NULL, SYSTEM, 1}, {"t/libtoy.so.1", 20000, 1}, {"./t", 20000, 1}, {"./h/libhalf.so.1", 15000, 0},
    {"./b/libbroken.so.1", 0, 0}, {"./empty", 0, 0}, {"./none/such", 0, 0}, {"libnone.so.1", 0, 0},
};
static const int versions[] = {-22801, 9999, 10000, 12000, 16000, 20000, 24000};
static unsigned long seed, random_state;
static char order[1 << 16];
static lazytoy_library *toy;
static void *given, *handle;
static const char *path;
static int file, minimum, frozen, searched, version, told, told_now;

static void note(const char *format, ...)
{
    size_t length = strlen(order);
    va_list list;

    va_start(list, format);
    vsnprintf(order + length, sizeof order - length, format, list);
    va_end(list);
}
static void wrong(int line, const char *what)
{
    const char *why = lazytoy_error(toy, NULL);
    printf("seed %lu, line %d: %s\n%s\nreason: %s\nreport: %s", seed, line, what, order, why ? why : "none",
           lazytoy_report(toy));
    exit(1);
}
#define is(what) ((what) ? (void)0 : wrong(__LINE__, #what))

static unsigned next(unsigned limit)
{
    random_state = random_state * 6364136223846793005ul + 1442695040888963407ul;
    return (unsigned)(random_state >> 33) % limit;
}
static void tell(const char *function, const char *reason, void *data)
{
    is(data == &told && strncmp(function, "toy_", 4) == 0 && *reason);
    told_now++;
}

/* What is open now if a search may have run: what the settings lead to. */
static void expect_search(void)
{
    int there = handle ? 17000 : files[file].version, whole = handle || files[file].whole;
    searched |= !frozen;
    if (version || frozen || there < minimum || (COMPLETE == 1 && !whole))
        return;
    version = there;
}

/* Asks all that opens nothing. */
static void agree(void)
{
    const char *now = lazytoy_path(toy), *word = lazytoy_found_via(toy), *why = lazytoy_error(toy, NULL);
    const char *lacks = lazytoy_missing(toy);
    int whole = !version || version != 15000;
    is(lazytoy_version(toy) == version);
    is(!now == !version && !word == !version && !why == !!version);
    is(!lacks == (whole || COMPLETE == 2) && (!lacks || strcmp(lacks, "toy_two") == 0));
    is(!lazytoy_error(toy, "toy_one") == !!version && !lazytoy_error(toy, "toy_two") == (version && whole));
    is(lazytoy_error(toy, "toy_none"));
    is(!version || (*now == '/' && access(now, R_OK) == 0));
    is(!path || strcmp(path, now) == 0);
    is(!searched || (version && !REPORTS) || *lazytoy_report(toy)); /* a small copy reports the reason */
    path = now && !path ? strdup(now) : path;
}

static void call(const char *name, int (*function)(void), int result)
{
    int there;
    note("%s() ", name);
    told_now = 0;
    expect_search();
    there = version && (result == 1 || version != 15000);
    is(function() == (there ? result : ABSENT));
    is(told_now == (told && !there));
}
static void settle(void)
{
    int there, status, chosen = (int)next(sizeof files / sizeof *files);
    if (next(2)) {
        note("set_path(%s) ", files[chosen].path);
        status = lazytoy_set_path(toy, files[chosen].path);
        is(status == (version ? -1 : 0));
        file = status ? file : chosen;
    } else if (next(2)) {
        there = (int)next(2);
        note("set_handle(%s) ", there ? "given" : "NULL");
        is(lazytoy_set_handle(toy, there ? given : NULL) == (version ? -1 : 0));
        handle = version ? handle : there ? given : NULL;
    } else {
        there = versions[next(sizeof versions / sizeof *versions)];
        note("require(%d) ", there);
        is(lazytoy_require(toy, there) == (version || there < 10000 ? -1 : 0));
        minimum = !version && there >= 10000 && there > minimum ? there : minimum;
    }
}
static void ask(int kind)
{
    static const char *const names[] = {"toy_one", "toy_two", "toy_none", "toy_hidden"};
    int index = (int)next(4), known = index < 2, there;
    const char *name = names[index];
    void *symbol;
    note("%s(%s) ", kind ? "symbol" : "has", name);
    if (known || kind)
        expect_search();
    there = version && (index == 0 || (index == 1 && version != 15000));
    if (!kind)
        is(lazytoy_has(toy, name) == there);
    else {
        symbol = lazytoy_symbol(toy, name);
        is(!symbol == !there);
        is(!symbol || ((int (*)(void))symbol)() == index + 1);
    }
}
static void act(void)
{
    errno = EDOM;
    switch (next(11)) {
    case 0: note("load "); expect_search(); is(lazytoy_load(toy) == (version ? 0 : -1)); break;
    case 1: note("available "); expect_search(); is(lazytoy_available(toy) == !!version); break;
    case 2: note("why "); expect_search(); is(!lazytoy_why(toy) == !!version); break;
    case 3: ask(0); break;
    case 4: ask(1); break;
    case 5: call("toy_one", toy_one, 1); break;
    case 6: call("toy_two", toy_two, 2); break;
    case 7: told = (int)next(2); note("on_absent(%d) ", told);
        is(lazytoy_on_absent(toy, told ? tell : NULL, &told) == 0); break;
    case 8: if (next(8) == 0) { note("freeze "); lazytoy_freeze(); frozen = 1; } break;
    default: settle();
    }
    is(errno == EDOM);
    agree();
    is(errno == EDOM);
}

/* The same values again and again: memory is what it was, but for a page of exit handlers, of which lazynccl
 * registers one each time that its answers have doubled. */
static void repeat(void)
{
    size_t before = 0;
    for (int i = 0; i < 300; i++) {
        before = i == 100 ? mallinfo2().uordblks : before;
        lazytoy_on_absent(toy, i % 2 ? tell : NULL, &told);
        lazytoy_set_path(toy, files[4 + i % 3].path);
    }
    is(mallinfo2().uordblks < before + 2000);
    lazytoy_on_absent(toy, NULL, NULL);
    for (int i = 0; i < 30; i++) {
        before = i == 10 ? mallinfo2().uordblks : before;
        lazytoy_set_path(toy, files[4].path);
        lazytoy_load(toy);
        lazytoy_why(toy);
        lazytoy_has(toy, "toy_two");
        lazytoy_error(toy, "toy_two");
        toy_one();
        lazytoy_report(toy);
    }
    is(mallinfo2().uordblks < before + 2000);
}
int main(int count, char **words)
{
    unsigned long first = strtoul(words[1], NULL, 10), last = count > 2 ? strtoul(words[2], NULL, 10) : first;
    int status = 0;
    toy = lazytoy_toy();
    for (unsigned long n = first; n <= last && !status; n++) {
        fflush(stdout);
        if (last > first && fork()) {
            wait(&status);
            continue;
        }
        random_state = seed = n;
        next(1);
        given = dlopen("./g/libgiven.so.1", RTLD_NOW);
        is(given != NULL);
        if (START)
            expect_search();
        agree();
        for (int step = 0; step < STEPS; step++)
            act();
        repeat();
        if (n == last)
            puts("right");
        exit(0);
    }
    return status != 0;
}
C
# orders COUNT OPTIONS SEARCH ARGUMENTS: tries COUNT orders with this copy, if ld.so has the library and if not.
orders()
{
    count=$1 options=$2 search=$3 arguments=$4 complete=0 start=0 reports=1
    case $arguments in
    *--optional*) complete=2 ;;
    *--complete*) complete=1 ;;
    *--open*) start=1 ;;
    esac
    [ "$search" != api,soname ] || reports=0
    [ "$search" = default ] || arguments="$arguments --search $search"
    "$PYTHON" "$SOURCE/gen" vendor toy.toml $arguments -o copy >/dev/null
    $CC -g $options -c copy/lazynccl.c -o copy.o
    for system in 0 20000; do
        $CC -g $options -Icopy -DSYSTEM=$system -DCOMPLETE=$complete -DSTART=$start -DREPORTS=$reports program.c \
            copy.o -o program -ldl
        [ $system = 0 ] && folder=$stage/empty || folder=$stage/t
        said=$(LD_LIBRARY_PATH=$folder ./program 1 "$count" 2>&1) || :
        equal "$search$arguments $options, SYSTEM=$system: $said" \
            "$search$arguments $options, SYSTEM=$system: right"
    done
}
if is_brief; then
    orders 100 -O0 default ''
    orders 100 -O0 api,soname --complete
    orders 100 -O0 full '--open start'
else
    for options in -O2 '-O1 -fsanitize=address,undefined -fno-sanitize-recover=all'; do
        can_link $CC $options || continue
        for search in default api,soname full; do
            for arguments in '' --complete '--complete --optional toy_two' '--open start'; do
                case $options$arguments in *fsanitize*optional* | *fsanitize*start) continue ;; esac
                orders 30 "$options" $search "$arguments"
            done
        done
    done
fi
