# A search that is under way when the program calls lazynccl_freeze() opens no further candidate, and the library is
# absent, even if the file that was opened meanwhile is it. With the archive and a default copy.

with_libc >program.c <<'C'
#include "lazynccl.h"
int ncclGetVersion(int *);
void freeze_now(void) { lazynccl_freeze(); }
int main(void)
{
    int version = 0, result = ncclGetVersion(&version);
    const char *why = lazynccl_error(lazynccl_nccl(), NULL);
    printf("%d %d %d %s\n", result != 0, version, lazynccl_available(lazynccl_nccl()), why ? why : "open");
}
C
freezing='void freeze_now(void);
__attribute__((constructor)) static void freeze(void) { freeze_now(); }'
version='int ncclGetVersion(int *version) { return *version = 22809, 0; }'
library other/libnccl.so.2 "$freezing"
library first/libnccl.so.2 "$freezing $version"
library two/libnccl.so.2 - <<C
__attribute__((constructor)) static void tell(void) { puts("opened after the freeze"); }
$version
C
vendor copy nccl
consumer program.c archive -rdynamic
$CC program.c copy/lazynccl.c -Icopy -rdynamic -ldl -pthread -o copied
for program in archive copied; do
    frozen='1 0 0 not opened before lazynccl_freeze()'
    [ $program = copied ] || frozen='1 0 0 NCCL was not opened before lazynccl_freeze(), which allows no more'
    equal "$program $(LAZYNCCL_LIBPATH=$stage/two ./$program | tail -n 1)" "$program 0 22809 1 open"
    equal "$program $(LAZYNCCL_LIBPATH=$stage/other:$stage/two ./$program)" "$program $frozen"
    equal "$program $(LAZYNCCL_LIBPATH=$stage/first ./$program)" "$program $frozen"
done
