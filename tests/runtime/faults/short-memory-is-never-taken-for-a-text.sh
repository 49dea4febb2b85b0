# Each allocation of the functions in lazynccl.h fails in turn. "out of memory" never becomes a path, although the
# current folder has a library in a folder of that name. The next calls return the truth.
fake_library nccl 2.28.1 named
fake_library nccl 2.27.3 'out of memory'

consumer - program "$SOURCE/tests/runtime/faults/failing.c" -I"$SOURCE/tests/runtime/faults" <<'C'
#include "failing.h"
#include <lazynccl.h>
int ncclGetVersion(int *version);
static const char *file;
static lazynccl_library *nccl;

static int path_is_stored(int n)
{
    int version = 0, result;
    failing_allocations(n, 0);
    result = lazynccl_set_path(nccl, file);
    if (failing_stop() < n)
        return 2;
    if (result == 0)
        return ncclGetVersion(&version) != 0 || version != 22801;
    return lazynccl_set_path(nccl, file) != 0 || ncclGetVersion(&version) != 0;
}
static int error_is_told(int n)
{
    const char *text;
    failing_allocations(n, 0);
    text = lazynccl_error(nccl, "nothing");
    if (failing_stop() < n)
        return 2;
    return !text || !strstr(lazynccl_error(nccl, "nothing"), "nothing is no");
}
static int reason_is_told(int n)
{
    const char *text;
    failing_allocations(n, 0);
    text = lazynccl_error(nccl, NULL);
    if (failing_stop() < n)
        return 2;
    lazynccl_load(nccl);
    return !text || !strstr(lazynccl_error(nccl, NULL), "/nowhere");
}
static int report_is_told(int n)
{
    lazynccl_load(nccl);
    failing_allocations(n, 0);
    lazynccl_report(nccl);
    if (failing_stop() < n)
        return 2;
    return !strstr(lazynccl_report(nccl), "/nowhere");
}
static int refused_handle_is_told(int n)
{
    int result;
    failing_allocations(n, 0);
    result = lazynccl_set_handle(nccl, &result);
    return failing_stop() < n ? 2 : result != -1;
}
static const struct {
    const char *name;
    int (*run)(int n);
} rows[] = {{"set_path", path_is_stored}, {"error(symbol)", error_is_told},
            {"error(NULL)", reason_is_told}, {"report", report_is_told},
            {"set_handle", refused_handle_is_told}};

int main(int count, char **words)
{
    int bad = 0;
    file = words[count - 1];
    nccl = lazynccl_nccl();
    for (int row = 0; row < 5; row++) {
        int wrong = 0, n = 0, status = 0;
        while (WIFSIGNALED(status) || WEXITSTATUS(status) != 2) {
            pid_t child = fork();
            n++;
            if (child == 0) {
                alarm(20);
                if (row > 0)
                    setenv("LAZYNCCL_LIBPATH", "/nowhere/libnccl.so.2", 1);
                _exit(rows[row].run(n));
            }
            waitpid(child, &status, 0);
            if (status != 0 && !(WIFEXITED(status) && WEXITSTATUS(status) == 2))
                wrong += printf("%s: wrong with allocation %d, status %d\n", rows[row].name, n,
                                status) > 0;
        }
        printf("%s: %d of %d wrong\n", rows[row].name, wrong, n - 1);
        bad |= wrong != 0;
    }
    return bad;
}
C
./program "$stage/named/libnccl.so.2" || fail "see above"
