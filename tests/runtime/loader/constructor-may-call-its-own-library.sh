# A library's constructor and version function may call the library's public names. The shared
# library captures these calls in the middle of the first call, and passes them on.
library lib/libnccl.so.2 - <<'C'
int ncclGroupStart(void) { return 0; }
int ncclGroupEnd(void) { return 3; }
__attribute__((constructor)) static void construct(void)
{
    printf("constructor: %d, %d\n", ncclGroupStart(), ncclGroupEnd());
}
int ncclGetVersion(int *version)
{
    *version = 22809;
    printf("version function: %d, %d\n", ncclGroupStart(), ncclGroupEnd());
    return 0;
}
C

with_libc >program.c <<'C'
#include "lazynccl.h"
int ncclGroupStart(void);
int ncclGroupEnd(void);
int main(int count, char **words)
{
    alarm(60);
    if (count > 1) { /* also after a failure */
        lazynccl_set_path(lazynccl_nccl(), words[1]);
        if (ncclGroupStart() != 2)
            return 1;
        lazynccl_set_path(lazynccl_nccl(), NULL);
        lazynccl_load(lazynccl_nccl());
    }
    printf("first call: %d, %d\n", ncclGroupStart(), ncclGroupEnd());
}
C
right="constructor: 0, 3
version function: 0, 3
first call: 0, 3"

# The constructor's calls stay in the library and are not captured.
consumer program.c hidden
equal "$(LAZYNCCL_LIBPATH=$stage/lib ./hidden)" "$right"
consumer program.c exporting -rdynamic
equal "$(LAZYNCCL_LIBPATH=$stage/lib ./exporting)" "$right"

[ -n "${SHARED-}" ] || exit 0 # on another platform
shared_consumer program.c shared
equal "$(LAZYNCCL_LIBPATH=$stage/lib ./shared)" "$right"
equal "$(LAZYNCCL_LIBPATH=$stage/lib ./shared "$stage")" "$right"
