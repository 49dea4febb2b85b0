# With LD_AUDIT, an auditor sees libnccl.so.2 by that name if ld.so would find the same file by it, and may
# lead lazynccl to another file. Without one, lazynccl opens absolute paths.
fake_library nccl 2.28.9 lib
$CC -w -shared -fPIC -DMAJOR=2 -DMINOR=28 -DPATCH=1 "$SOURCE/tests/fake/nccl.c" -o other.so \
    -Wl,-soname,libother_nccl.so.0
compile audit.so -shared -fPIC <<'END' 2>log || skip "no auditors here: $(cat log)"
#include <link.h>
unsigned la_version(unsigned version) { return version < LAV_CURRENT ? version : LAV_CURRENT; }
char *la_objsearch(const char *name, uintptr_t *cookie, unsigned flag)
{
    const char *to = getenv("AUDITED");
    (void)cookie;
    if (flag == LA_SER_ORIG && strstr(name, "nccl"))
        printf("asked for %s\n", name);
    fflush(stdout);
    return (char *)(to && strcmp(name, "libnccl.so.2") == 0 ? to : name);
}
END
export LAZYNCCL_SEARCH=env,system LD_LIBRARY_PATH="$stage/lib"

equal "$(./ask where)" "system 22809 $stage/lib/libnccl.so.2"
LD_AUDIT=$stage/audit.so ./ask where >said
says said '^asked for libnccl.so.2$'
says said "^system 22809 $stage/lib/libnccl.so.2$"
LD_AUDIT=$stage/audit.so AUDITED=$stage/other.so ./ask where >said
says said "^system 22801 $stage/other.so$"
# a file that is named is opened by its path
LD_AUDIT=$stage/audit.so AUDITED=$stage/other.so LAZYNCCL_LIBPATH=$stage/lib ./ask where >said
says said "^env 22809 $stage/lib/libnccl.so.2$"
