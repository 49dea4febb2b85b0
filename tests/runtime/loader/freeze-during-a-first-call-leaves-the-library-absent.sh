# If lazynccl_freeze() is called while a first call opens the library, the library is absent: its file
# may already be one of the new root folder.

compile libnccl.so.2 -shared -fPIC -Wl,-soname,libnccl.so.2 <<'C'
void freeze_now(void) __attribute__((weak));
__attribute__((constructor)) static void start(void)
{
    if (freeze_now)
        freeze_now();
}
int ncclGetVersion(int *version)
{
    *version = 22801;
    return 0;
}
C
consumer - program -rdynamic <<'C'
#include <lazynccl.h>
int ncclGetVersion(int *version);
void freeze_now(void) { lazynccl_freeze(); }
int main(void)
{
    int version = 0;
    int result = ncclGetVersion(&version);

    printf("%d %d %d %s\n", result != 0, version, lazynccl_available(lazynccl_nccl()),
           lazynccl_error(lazynccl_nccl(), NULL));
    return 0;
}
C
equal "$(LD_LIBRARY_PATH=$stage LAZYNCCL_SEARCH=system ./program)" \
    '1 0 0 NCCL was not opened before lazynccl_freeze(), which allows no more'
