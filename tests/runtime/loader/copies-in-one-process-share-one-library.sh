# The program, two modules with the archive and one with the shared library, all loaded locally,
# share one copy of the library.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"

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
fake_library nccl 2.28.9 lib library.c

cat >module.c <<'C'
#include <stdio.h>
#include "lazynccl.h"
int ncclGroupStart(void);
void USE(void)
{
    int calls = ncclGroupStart();
    printf("call %d, found via %s\n", calls, lazynccl_found_via(lazynccl_nccl()));
}
C
cat >program.c <<'C'
#include <dlfcn.h>
#include <stdio.h>
void use(void);
int main(int count, char **modules)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    use();
    for (int i = 1; i < count; i++)
        ((void (*)(void))dlsym(dlopen(modules[i], RTLD_NOW | RTLD_LOCAL), "use_module"))();
    use();
    return 0;
}
C
consumer module.c one.so -fPIC -shared -DUSE=use_module
consumer module.c two.so -fPIC -shared -DUSE=use_module
shared_consumer module.c three.so -fPIC -shared -DUSE=use_module
consumer module.c program program.c -DUSE=use
equal "$(LAZYNCCL_LIBPATH=$stage/lib LAZYNCCL_SEARCH=loaded,env ./program ./one.so ./two.so ./three.so)" \
    "constructed
call 1, found via env
call 2, found via loaded
call 3, found via loaded
call 4, found via loaded
call 5, found via env"
