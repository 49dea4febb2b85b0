# While threads call an absent function, load and report, its handler changes: it returns, throws, jumps, and at
# last loads the library. Handler and data belong together, and after a success each call reaches the library.
need "${CXX%% *}"
echo 'int toy_add(int, int);
const char *toy_error(int);' |
    stub_of toy '[absent.returns]' 'int = "-7"' '[absent.functions]' 'toy_error = "reason"'
library lib/libtoy.so.1 \
    'int toy_add(int a, int b) { return a + b; } const char *toy_error(int n) { return "fine"; }'
cat >program.cc <<'C++'
#include "lazynccl.h"
#include <atomic>
#include <cerrno>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
extern "C" int toy_add(int, int);
extern "C" const char *toy_error(int);

enum { THREADS = 8, ABSENT = -7, RIGHT = 42 };
static lazytoy_library *const toy = lazytoy_toy();
static const char *file;
static std::atomic<int> calls, told[4], found, jumped, thrown;
static std::atomic<bool> over;
static thread_local jmp_buf back;
static thread_local int in_handler;

static void wrong(int line)
{
    const char *why = lazytoy_error(toy, NULL);
    std::printf("line %d after %d calls: %s\n", line, calls.load(), why ? why : "open");
    std::fflush(stdout);
    std::_Exit(1);
}
#define is(what) ((what) ? (void)0 : wrong(__LINE__))

/* What all handlers check: `kind` is the one that the data was set for. */
static void check(int kind, const char *function, const char *reason, void *data)
{
    is(*static_cast<int *>(data) == kind);
    is(std::strcmp(function, "toy_add") == 0);
    is(std::strstr(reason, "libtoy.so.1") || std::strcmp(reason, "opened by another thread") == 0);
    told[kind]++;
    errno = ERANGE;
}
static void returns(const char *function, const char *reason, void *data)
{
    check(0, function, reason, data);
}
static void throws(const char *function, const char *reason, void *data)
{
    check(1, function, reason, data);
    throw std::runtime_error(function);
}
static void jumps(const char *function, const char *reason, void *data)
{
    check(2, function, reason, data);
    longjmp(back, 1);
}
static void mends(const char *function, const char *reason, void *data)
{
    check(3, function, reason, data);
    if (in_handler++ == 0) { /* a call here reaches the library, or is told again */
        is(lazytoy_set_path(toy, file) == 0 || lazytoy_available(toy));
        is(lazytoy_load(toy) == 0 && !lazytoy_why(toy));
        is(toy_add(40, 2) == RIGHT);
    }
    in_handler--;
}
static int kinds[] = {0, 1, 2, 3};
static lazytoy_absent_handler const handlers[] = {returns, throws, jumps, mends};

static void call(int n)
{
    std::string local = "destroyed"; /* by an exception; jumped over without a loss */
    int seen = found, result;

    errno = EDOM;
    try {
        result = toy_add(n, RIGHT - n);
        is(errno == EDOM);
        is(result == RIGHT || result == ABSENT);
        if (result == RIGHT)
            found = 1;
        is(result == RIGHT || !seen);
    } catch (const std::runtime_error &error) {
        is(!seen && std::strcmp(error.what(), "toy_add") == 0);
        thrown++;
    }
    is(local == "destroyed");
}
static void work(int count)
{
    volatile int done = 0;
    volatile int seen = 0;
    while (done < count || !found) {
        done = done + 1;
        calls++;
        seen = found;
        if (setjmp(back) == 0) {
            call(done);
        } else {
            is(!seen);
            jumped++;
        }
        is(toy_error(1));
    }
}
static void load()
{
    while (!over) {
        int seen = found;
        is((lazytoy_load(toy) == 0) >= seen);
        is(lazytoy_report(toy)[0]);
        is(!seen || (!lazytoy_error(toy, "toy_add") && lazytoy_has(toy, "toy_add")));
    }
}
int main(int, char **words)
{
    int count = std::atoi(words[1]), turn = 0;
    std::vector<std::thread> threads;

    file = words[2];
    is(lazytoy_on_absent(toy, returns, &kinds[0]) == 0);
    std::thread loader(load);
    for (int i = 0; i < THREADS; i++)
        threads.emplace_back(work, count);
    while (calls < THREADS * count / 2 || !told[0] || !thrown || !jumped) {
        turn = (turn + 1) % 4; /* the last: none */
        is(lazytoy_on_absent(toy, turn < 3 ? handlers[turn] : NULL, turn < 3 ? &kinds[turn] : NULL) == 0);
        std::this_thread::yield();
    }
    is(!found && lazytoy_on_absent(toy, mends, &kinds[3]) == 0);
    for (auto &thread : threads)
        thread.join();
    over = true;
    loader.join();
    is(told[1] == thrown && told[2] == jumped && told[3]);
    is(lazytoy_on_absent(toy, throws, &kinds[1]) == 0 && toy_add(1, 41) == RIGHT);
    std::puts("right");
}
C++
count=5000
! is_brief || count=2000
for search in default full; do
    set -- --search full
    [ $search = full ] || set --
    "$PYTHON" "$SOURCE/gen" vendor toy.toml "$@" -o $search
    for options in $(each_of -O2 -fsanitize=thread -fsanitize=address,undefined); do
        can_link $CXX $options && without_aslr ./can || continue
        $CC -g -O2 $options -c $search/lazynccl.c -o lazynccl.o
        $CXX -g -O2 $options -I$search program.cc lazynccl.o -o program -ldl -lpthread
        said=$(without_aslr timeout 100 ./program $count "$stage/lib/libtoy.so.1" 2>&1 | head -n 40)
        equal "$search $options: $said" "$search $options: right"
    done
done
