# A weak declaration is never NULL: the archive defines all names of a library if one is used, and
# the shared library always does. lazynccl_has() returns what the library has.
with_libc >weak.c <<'C'
#include "lazynccl.h"
#pragma weak ncclCommRevoke
#pragma weak ncclCommShrink
int ncclCommRevoke(void *comm, int flags);
int ncclCommShrink(void *comm, int *ranks, int count, void **created, void *config, int flags);
#ifdef STRONG
int ncclGetVersion(int *version);
#endif
int main(void)
{
    void *created;
#ifdef STRONG
    int version;
    ncclGetVersion(&version);
    printf("has %d and %d, ", lazynccl_has(lazynccl_nccl(), "ncclCommRevoke"),
           lazynccl_has(lazynccl_nccl(), "ncclCommShrink"));
#endif
    if (ncclCommRevoke && ncclCommShrink)
        printf("calls %d and %d\n", ncclCommRevoke(NULL, 0), ncclCommShrink(NULL, NULL, 0, &created, NULL, 0));
    else
        printf("%s and %s\n", ncclCommRevoke ? "there" : "NULL", ncclCommShrink ? "there" : "NULL");
}
C
fake_library nccl 2.28.9 lib # has ncclCommShrink, not ncclCommRevoke
export LAZYNCCL_LIBPATH="$stage/lib"

consumer weak.c strong -DSTRONG
equal "$(./strong)" "has 0 and 1, calls 2 and 0"
consumer weak.c only-weak
equal "$(./only-weak)" "NULL and NULL"
shared_consumer weak.c shared -Wl,--no-as-needed
equal "$(./shared)" "calls 2 and 0"
shared_consumer weak.c shared-strong -DSTRONG
equal "$(./shared-strong)" "has 0 and 1, calls 2 and 0"

for option in -no-pie '-Wl,-z,now' '-O2 -flto'; do
    consumer weak.c strong -DSTRONG $option
    equal "$(./strong)" "has 0 and 1, calls 2 and 0"
    consumer weak.c only-weak $option
    equal "$(./only-weak)" "NULL and NULL"
done
