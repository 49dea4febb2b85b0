# A module with the archive may be opened, called and closed repeatedly: the real library stays
# loaded, and no freed memory is used. Also under Valgrind and AddressSanitizer.
cat >library.c <<'C'
/* Its thread-key destructor crashes at the thread's end if the library was unmapped. */
#include <pthread.h>
#include <stdio.h>
static pthread_key_t key;
static void used(void *value) { puts(value); }
__attribute__((constructor)) static void construct(void)
{
    pthread_key_create(&key, used);
    puts("constructed");
}
int ncclGroupStart(void) { return pthread_setspecific(key, "thread ended"); }
C
fake_library nccl 2.28.9 lib library.c -pthread

cat >module.c <<'C'
int ncclGroupStart(void);
int ncclCommShrink(void *, int *, int, void **, void *, int);
const char *ncclGetErrorString(int);
const char *nvrtcGetErrorString(int);
int nvrtcVersion(int *, int *);
int use(void)
{
    int major, minor;
    if (nvrtcVersion(&major, &minor) == 0 || !nvrtcGetErrorString(11) || !ncclGetErrorString(2))
        return 1;
    return ncclGroupStart();
}
C
with_libc >program.c <<'C'
static int mapped(const char *name)
{
    char line[4096];
    FILE *maps = fopen("/proc/self/maps", "r");
    int found = 0;
    while (fgets(line, sizeof line, maps))
        found |= strstr(line, name) != NULL;
    fclose(maps);
    return found;
}

static void *work(void *nothing)
{
    for (int i = 0; i < 3; i++) {
        void *module = dlopen("./module.so", RTLD_NOW);
        printf("use: %d\n", ((int (*)(void))dlsym(module, "use"))());
        dlclose(module);
        printf("module %d, library %d\n", mapped("/module.so"), mapped("/libnccl.so.2"));
    }
    return nothing;
}

int main(void)
{
    pthread_t thread;
    setvbuf(stdout, NULL, _IOLBF, 0);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
}
C
right="constructed
use: 0
module 0, library 1
use: 0
module 0, library 1
use: 0
module 0, library 1
thread ended"
export LAZYNCCL_LIBPATH="$stage/lib"

consumer module.c module.so -fPIC -shared
$CC -g program.c -o program -pthread
equal "$(./program)" "$right"

# the archive's memory is lost with its module, so leaks are not checked
if command -v valgrind >/dev/null; then
    equal "$(valgrind -q --error-exitcode=9 ./program 2>&1)" "$right"
fi
sanitize='-fsanitize=address,undefined -fno-sanitize-recover=all'
for compiler in $(each_of gcc clang); do
    can_link $compiler $sanitize || continue
    share_archive address.a $compiler $sanitize
    $compiler $sanitize -fPIC -shared module.c address.a -o module.so
    $compiler $sanitize program.c -o program -pthread
    equal "$(ASAN_OPTIONS=detect_leaks=0 ./program 2>&1)" "$right"
done
