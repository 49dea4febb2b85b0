# A search that is under way when the program calls lazynccl_freeze() opens no further candidate: its constructors
# would be those of another root. With the archive and a default copy.
. "$SOURCE/tests/variants/vendored.sh"

with_libc >program.c <<'C'
#include "lazynccl.h"
void freeze_now(void) { lazynccl_freeze(); }
int main(void)
{
    printf("%d\n", lazynccl_available(lazynccl_nccl()));
    return 0;
}
C
library one/libnccl.so.2 - <<'C'
void freeze_now(void);
__attribute__((constructor)) static void freeze(void) { freeze_now(); }
int unrelated(void) { return 1; }
C
library two/libnccl.so.2 - <<'C'
__attribute__((constructor)) static void tell(void) { puts("opened after the freeze"); }
int ncclGetVersion(int *version) { return *version = 22809, 0; }
C
vendor copy nccl
consumer program.c archive -rdynamic
$CC program.c copy/lazynccl.c -Icopy -rdynamic -ldl -pthread -o copied
for program in archive copied; do
    equal "$program $(LAZYNCCL_LIBPATH=$stage/two ./$program | tail -n 1)" "$program 1"
    equal "$program $(LAZYNCCL_LIBPATH=$stage/one:$stage/two ./$program)" "$program 0"
done
