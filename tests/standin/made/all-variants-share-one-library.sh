# Modules that are loaded locally in one process share one NCCL in any order: one has lazynccl linked
# in, one is linked with a stand-in, one calls dlopen with a path or a name. So do the program, two
# modules with the archive and one with the shared library.
cat >library.c <<'C'
#include <stdio.h>
static int calls;
__attribute__((constructor)) static void construct(void)
{
    puts("constructed");
}
int ncclGroupStart(void)
{
    return ++calls;
}
C
fake_library nccl 2.28.9 real library.c
cat >linked.c <<'C'
#ifdef VIA
#include <lazynccl.h>
#include <stdio.h>
#endif
int ncclGroupStart(void);
int use(void)
{
    int calls = ncclGroupStart();
#ifdef VIA
    printf("via %s, ", lazynccl_found_via(lazynccl_nccl()));
#endif
    return calls;
}
C
cat >by-hand.c <<'C'
#include <dlfcn.h>
int use(void)
{
    void *library = dlopen(FILE, RTLD_NOW | RTLD_LOCAL);
    int (*start)(void) = library ? (int (*)(void))dlsym(library, "ncclGroupStart") : 0;
    return start ? start() : -1;
}
C
with_libc >host.c <<'C'
#pragma weak use
int use(void);
int main(int count, char **modules) /* "program": its own */
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (int i = 1; i < count; i++) {
        void *module = modules[i][0] == '.' ? dlopen(modules[i], RTLD_NOW | RTLD_LOCAL) : NULL;
        int (*call)(void) = module ? (int (*)(void))dlsym(module, "use") : use;
        printf("call %d\n", call ? call() : -1);
    }
    return 0;
}
C
consumer linked.c static.so -shared -fPIC
$CC -shared -fPIC linked.c -o standin.so real/libnccl.so.2
$CC -shared -fPIC by-hand.c -o path.so -DFILE="\"$stage/real/libnccl.so.2\"" -ldl
$CC -shared -fPIC by-hand.c -o name.so -DFILE='"libnccl.so.2"' -ldl
$CC host.c -o host -ldl

export LD_LIBRARY_PATH="$STANDINS" LAZYNCCL_LIBPATH="$stage/real" LAZYNCCL_SEARCH=loaded,env
for order in 'static standin path' 'static path standin' 'standin static path' 'standin path static' \
    'path static standin' 'path standin static' 'static standin name' 'name static path'; do
    set -- $order
    equal "$(timeout 60 ./host ./$1.so ./$2.so ./$3.so ./$1.so)" "constructed
call 1
call 2
call 3
call 4"
done
for module in one two; do
    consumer linked.c $module.so -shared -fPIC -DVIA
done
shared_consumer linked.c three.so -shared -fPIC -DVIA
consumer linked.c program host.c -DVIA
equal "$(./program program ./one.so ./two.so ./three.so program)" "constructed
via env, call 1
via loaded, call 2
via loaded, call 3
via loaded, call 4
via env, call 5"

# Each stand-in has a separate runtime for its library alone.
fake_library nvrtc 12.9 real
fake_library nvjitlink 12.8 real
direct program real/libnvrtc.so.12 real/libnvJitLink.so.12 "$stage/real/libnccl.so.2"
LAZYNCCL_LIBPATH=$stage/real/libnvJitLink.so.12 ./program nvrtc nvjitlink nccl >output
equal "$(grep -v constructed output)" "nvrtc 11 0.0
nvjitlink 0 12.8
nccl 2 0"
