# A call of a suffixed function of nvJitLink reaches the plain function if the file has no suffixed
# ones.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
fake_library nvjitlink 12.9 plain -DWITHOUT_SUFFIXES -DnvJitLinkDestroy=someOtherName
cat >program.c <<'C'
#include <lazynccl.h>
#include <stddef.h>
int __nvJitLinkCreate_12_9(void **linker, unsigned count, const char **options);
int __nvJitLinkGetInfoLogSize_12_5(void *linker, size_t *size);
int __nvJitLinkDestroy_12_9(void **linker);
int main(void)
{
    void *linker = NULL;
    size_t size = 0;
    if (__nvJitLinkCreate_12_9(&linker, 0, NULL) != 0 || linker != &linker)
        return 1;
    if (__nvJitLinkGetInfoLogSize_12_5(linker, &size) != 0 || size != 100)
        return 2;
    if (!lazynccl_has(lazynccl_nvjitlink(), "__nvJitLinkCreate_12_9"))
        return 3;
    return lazynccl_has(lazynccl_nvjitlink(), "__nvJitLinkDestroy_12_9") ? 4 : 0;
}
C
consumer program.c program
LAZYNCCL_LIBPATH=$stage/plain ./program || fail "status $?"
