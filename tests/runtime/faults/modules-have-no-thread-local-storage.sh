# No build has thread-local storage, whose first access in a thread would allocate, wait for dlopen in other threads
# before glibc 2.34, and in a stand-in use static TLS space that other libraries need.
need readelf
need_tool # its build has the templates of stand-ins

"$PYTHON" "$SOURCE/gen" vendor nccl --search full -o vendored >/dev/null
cat >module.c <<'C'
int ncclGetVersion(int *version);
int version(void)
{
    int number = 0;
    ncclGetVersion(&number);
    return number;
}
C
$CC -shared -fPIC module.c vendored/lazynccl.c -o module.so -ldl
consumer module.c archive.so -shared -fPIC
files=0
for file in module.so archive.so "$SHARED" "$BUILD"/src/standin/template/template-*; do
    [ -e "$file" ] || continue
    readelf -lrd "$file" >headers 2>/dev/null
    says headers 'LOAD'
    says_not headers ' TLS |STATIC_TLS|TPOFF|DTPMOD|TLS_'
    files=$((files + 1))
done
[ $files -ge 4 ] || fail "only $files files were read"

# fork() and a first call in a thread that is out of memory.
compile starved -pthread -ldl <<'C'
static int (*version)(void);
static char text[80];

static void *starve(void *what)
{
    struct rlimit none = {1 << 20, 1 << 20};
    free(malloc(10));
    setrlimit(RLIMIT_AS, &none);
    for (size_t size = 1 << 16; size >= 16; size /= 2)
        while (malloc(size))
            ;
    if (strcmp(what, "fork") == 0) {
        pid_t child = fork();
        if (child == 0)
            _exit(0);
        snprintf(text, sizeof text, "fork: %s\n", child > 0 ? "done" : strerror(errno));
    } else {
        snprintf(text, sizeof text, "version %d\n", version());
    }
    _exit(write(1, text, strlen(text)) < 0);
}

int main(int count, char **words)
{
    void *module = count > 2 ? dlopen(words[2], RTLD_NOW) : NULL;
    pthread_t thread;
    if (count > 2 && !module)
        return 2;
    if (module)
        version = (int (*)(void))dlsym(module, "version");
    pthread_create(&thread, NULL, starve, words[1]);
    pthread_join(thread, NULL);
    return 3;
}
C
export LAZYNCCL_SEARCH=env LAZYNCCL_LIBPATH="$FAKE"
expected=$(./starved fork)
for module in module.so archive.so; do
    equal "$(./starved fork ./$module 2>&1)" "$expected"
    equal "$(./starved call ./$module 2>&1)" "version 0"
done
