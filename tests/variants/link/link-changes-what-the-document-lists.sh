# Each row of the table "What changes" in docs/lazy-linking.md: what a lazily linked program does
# otherwise than a directly linked one, at the first call and with the mode `start`.
export LD_LIBRARY_PATH="$stage/lib"

toy toy 'int inner(void) { return 1; } int toy(void) { return inner() + 10; }
int (*address(void))(void) { return toy; }'
library plugin.so 'int toy(void); int plugin(void) { return toy(); }'
library preloaded.so 'int inner(void) { return 5; }'
with_libc >main.c <<'END'
int inner(void), toy(void), (*address(void))(void);
int main(void)
{
    void *plugin;
    printf("%d %d ", inner(), toy());
    plugin = dlopen("./plugin.so", RTLD_NOW);
    printf("%s ", plugin ? "plugin" : "none");
    printf("%s ", dlsym(RTLD_DEFAULT, "toy") ? "found" : "none");
    printf("%s ", address() == toy ? "equal" : "other");
    dlopen("/nowhere.so", RTLD_NOW);
    return puts(dlerror() ? "error" : "none") < 0;
}
END
$CC main.c -Llib -ltoy -ldl -o direct
LAZY_LIBS=toy:call lazily $CC main.c -Llib -ltoy -ldl -o call
LAZY_LIBS=toy:start lazily $CC main.c -Llib -ltoy -ldl -o start
equal "$(./direct)" '1 11 plugin found equal error'
equal "$(./call)" '1 11 none none other error'
equal "$(./start)" '1 11 none none other error'

# An object in LD_PRELOAD replaces functions for the library and for the program.
equal "$(LD_PRELOAD=./preloaded.so ./direct | cut -c 1-4)" '5 15'
equal "$(LD_PRELOAD=./preloaded.so ./call | cut -c 1-4)" '5 15'

# ldd, and what copies its output into an initramfs, lists no lazy library; its note does.
shows 'libtoy' ldd ./direct
ldd ./call >said
says_not said 'libtoy'
shows 'libtoy.so.1' readelf -p .note.dlopen call

# dlerror() before the first call, which is the program's only error; a system call filter
with_libc >error.c <<'END'
int toy(void);
int main(void)
{
    dlopen("/nowhere.so", RTLD_NOW);
    toy();
    return puts(dlerror() ? "error" : "none") < 0;
}
END
for mode in call start; do
    LAZY_LIBS=toy:$mode lazily $CC error.c -Llib -ltoy -ldl -o error-$mode
done
equal "$(./error-call)" none
equal "$(./error-start)" error
with_libc >filter.c <<'END'
#include <linux/filter.h>
#include <linux/seccomp.h>
int toy(void);
int main(void)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    struct sock_fprog program = {4, filter};

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
        return 77;
    return toy() != 11;
}
END
LAZY_LIBS=toy:call lazily $CC filter.c -Llib -ltoy -o filter
status=0
./filter || status=$?
[ $status = 77 ] || [ $status = 159 ] || fail "a filter does not stop the first call: $status"
LAZY_LIBS=toy lazily $CC filter.c -Llib -ltoy -o filter
./filter || [ $? = 77 ] || fail "the library is not opened before the filter"

# A handler that interrupts malloc(): here of the program, which ends with 42 if it is called again meanwhile.
with_libc >handler.c <<'END'
int toy(void);
static char pool[1 << 22];
static size_t used;
static volatile int inside, armed, result;
void *malloc(size_t size)
{
    void *at;
    if (inside)
        _exit(42);
    inside = 1;
    if (armed) {
        armed = 0;
        raise(SIGUSR1);
    }
    at = pool + used;
    used += (size + 31) & -(size_t)16;
    inside = 0;
    return at;
}
void *calloc(size_t count, size_t size) { return malloc(count * size); }
void *realloc(void *from, size_t size) { return from ? memcpy(malloc(size), from, size) : malloc(size); }
void free(void *at) { (void)at; }
static void handle(int number) { (void)number; result = toy(); }
int main(void)
{
    signal(SIGUSR1, handle);
    armed = 1;
    return malloc(10) == NULL || result != 11;
}
END
$CC handler.c -Llib -ltoy -o handler-direct
./handler-direct
LAZY_LIBS=toy:start lazily $CC handler.c -Llib -ltoy -o handler-start
./handler-start
LAZY_LIBS=toy:call lazily $CC handler.c -Llib -ltoy -o handler-call
exits 42 ./handler-call

# Destructors of the program that call a C++ library
cat >object.cc <<'END'
static struct object {
    int alive = 1;
    ~object() { alive = 0; }
} object;
extern "C" int is_alive(void) { return object.alive; }
END
$CXX -shared -fPIC object.cc -o lib/libobject.so -Wl,-soname,libobject.so
echo 'int is_alive(void);
__attribute__((destructor)) static void end(void) { puts(is_alive() ? "before" : "afterwards"); }
int main(void) { return !is_alive(); }' | with_libc >destructor.c
$CC destructor.c -Llib -lobject -o destructor-direct
equal "$(./destructor-direct)" before
for list in object object:start; do
    LAZY_LIBS=$list lazily $CC destructor.c -Llib -lobject -o destructor-start
    equal "$(./destructor-start)" afterwards
done
LAZY_LIBS=object:call refuses 'destroyed before those of the program: write object:start' $CC destructor.c -Llib -lobject

# AddressSanitizer opens libraries for the program, so ld.so does not search the RUNPATH of the program.
echo 'int toy(void); int main(void) { return toy() != 11; }' >plain.c
if $CC -fsanitize=address plain.c -Llib -ltoy -o asan-direct 2>/dev/null; then
    for mode in call start; do
        LAZY_LIBS=toy:$mode lazily $CC -fsanitize=address plain.c -Llib -ltoy -o asan-$mode -Wl,-rpath,"$stage/lib"
        ./asan-$mode || fail "AddressSanitizer, $mode"
        ! env -u LD_LIBRARY_PATH ./asan-$mode 2>said || fail "the RUNPATH is searched"
        says said 'toy: libtoy.so.1: cannot open shared object file'
    done
fi

# A plugin changes the root before the first call.
[ "$(id -u)" = 0 ] || exit 0
library "root$stage/lib/libtoy.so.1" 'int toy(void) { return 66; }'
echo '#include <unistd.h>
int enter(void) { return chroot("root") == 0 && chdir("/") == 0; }' >enter.c
$CC -shared -fPIC enter.c -o enter.so
with_libc >root.c <<'END'
int toy(void);
int main(void)
{
    int (*enter)(void);
    void *plugin = dlopen("./enter.so", RTLD_NOW);
    *(void **)&enter = dlsym(plugin, "enter");
    return enter() ? printf("%d\n", toy()) < 0 : 77;
}
END
$CC root.c -Llib -ltoy -ldl -o root-direct
./root-direct >said || skip "chroot is not allowed"
equal "$(cat said)" 11
for pair in start:11 call:66; do
    LAZY_LIBS=toy:${pair%:*} lazily $CC root.c -Llib -ltoy -ldl -o root-${pair%:*}
    equal "$(./root-${pair%:*})" ${pair#*:}
done
