# As in a linked program, a thread is not cancelled in a first call. The call returns, cleanup handlers and key
# destructors may use the library, and no descriptor stays open.
with_libc >hook.c <<'C'
__attribute__((constructor)) static void construct(void)
{
    void (*hook)(void) = getenv("HOOK") ? (void (*)(void))strtoul(getenv("HOOK"), 0, 0) : NULL;
    if (hook)
        hook();
}
C
fake_library nvrtc 12.9 lib hook.c
fake_library nccl 2.28.9 lib

# One thread, cancelled while the library opens or earlier.
consumer - one -pthread <<'C'
int nvrtcVersion(int *major, int *minor);
static pthread_t thread;
static pthread_key_t key;
static int hooked;

static void hook(void)
{
    if (!hooked++)
        pthread_cancel(thread);
}
static void use_stack(int depth) /* what lay there is gone */
{
    volatile char bytes[256];
    memset((char *)bytes, 0x41, sizeof bytes);
    if (depth)
        use_stack(depth - 1);
}
static void call(void *who)
{
    int major = 0, minor = 0, code;
    use_stack(40);
    code = nvrtcVersion(&major, &minor);
    printf("%s %d %d.%d\n", (const char *)who, code, major, minor);
}
static void *run(void *early)
{
    pthread_setspecific(key, "destructor");
    if (early)
        pthread_cancel(pthread_self());
    pthread_cleanup_push(call, "cleanup");
    call("thread");
    pthread_testcancel();
    pthread_cleanup_pop(0);
    return NULL;
}
int main(int count, char **words)
{
    char text[32];
    setvbuf(stdout, NULL, _IOLBF, 0);
    snprintf(text, sizeof text, "%p", (void *)hook);
    if (count == 1)
        setenv("HOOK", text, 1);
    pthread_key_create(&key, call);
    pthread_create(&thread, NULL, run, count > 1 ? &thread : NULL);
    pthread_join(thread, NULL);
    call("main");
}
C
export LAZYNCCL_LIBPATH="$stage/lib"
right="thread 0 12.9
cleanup 0 12.9
destructor 0 12.9
main 0 12.9"
for early in '' early; do
    equal "$early: $(timeout 60 ./one $early 2>&1)" "$early: $right"
done

# Many threads, and the descriptors and memory that they leave.
with_libc >many.c <<'C'
#include <dirent.h>
int ncclGetVersion(int *version);
static void *run(void *nothing)
{
    int version;
    pthread_cancel(pthread_self());
    ncclGetVersion(&version);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    return nothing;
}
static int descriptors(void)
{
    int n = 0;
    DIR *folder = opendir("/proc/self/fd");
    while (readdir(folder))
        n++;
    closedir(folder);
    return n;
}
int main(void)
{
    int cancelled = 0, before = descriptors();
    for (int i = 0; i < 200; i++) {
        pthread_t thread;
        void *result;
        pthread_create(&thread, NULL, run, NULL);
        pthread_join(thread, &result);
        cancelled += result == PTHREAD_CANCELED;
    }
    printf("%d of 200 cancelled, %d descriptors left\n", cancelled, descriptors() - before);
}
C
consumer many.c many -pthread
$CC many.c -o linked -pthread lib/libnccl.so.2 -Wl,-rpath,"$stage/lib"
equal "$(./many)" "$(./linked)"
