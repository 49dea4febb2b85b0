# With open = "start", a module opens the library while it is loaded. A call then waits for no
# constructor of another module, as the first call does that opens the library.
. "$SOURCE/tests/variants/toy.sh"

echo '__attribute__((constructor)) static void start(void) { if (write(1, "toy ", 4)) return; }
int toy_where(void) { return 1; }' |
    compile libtoy.so.1 -shared -fPIC -Wl,-soname,libtoy.so.1
export LD_LIBRARY_PATH="$stage" FULL_LIBPATH="$stage" FULL_SEARCH=loaded,env
echo 'int toy_where(void);
__attribute__((visibility("default"))) int module(void) { return toy_where(); }' >module.c
compile host -rdynamic -ldl -lpthread <<'C'
volatile int called, slow;
static int (*module)(void);
static void *call(void *unused)
{
    while (!slow)
        usleep(100);
    called = module();
    return called == 1 && slow == 1 ? "during" : "after";
}
int main(void)
{
    pthread_t thread;
    void *handle = dlopen("./module.so", RTLD_NOW), *said;
    printf("loaded ");
    fflush(stdout);
    *(void **)&module = dlsym(handle, "module");
    pthread_create(&thread, NULL, call, NULL);
    dlopen("./slow.so", RTLD_NOW);
    pthread_join(thread, &said);
    printf("%s %d %d\n", (char *)said, dlclose(handle), dlopen("./module.so", RTLD_NOW) != NULL);
}
C
compile slow.so -shared -fPIC <<'C'
extern volatile int called, slow;
__attribute__((constructor)) static void start(void)
{
    slow = 1;
    for (int i = 0; i < 200 && !called; i++)
        usleep(1000);
    slow = 2;
}
C
for search in small full; do
    toy_copy $search 'int toy_where(void);'
    for when in start call; do
        "$PYTHON" "$SOURCE/gen" vendor $search.toml --search $(toy_search $search) --open $when -o early
        $CC -shared -fPIC -fvisibility=hidden module.c early/lazynccl.c -o module.so -ldl -lpthread
        ./host >said
        expected='toy loaded during 0 1'
        [ $when = start ] || expected='loaded toy after 0 1'
        equal "$(cat said)" "$expected"
    done
done
