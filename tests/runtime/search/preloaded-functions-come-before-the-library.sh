# A preloaded object that defines NCCL's functions is used function by function, as in a direct link, and reported.
# A tracer finds the real functions by RTLD_NEXT, for which alone NCCL gets into the global scope.
fake_library nccl 2.28.9 real

compile tracer.so -shared -fPIC -ldl <<'END'
int ncclCommDestroy(void *comm)
{
    int (*next)(void *);
    *(void **)&next = dlsym(RTLD_NEXT, "ncclCommDestroy");
    printf("traced\n");
    return next(comm);
}
END
with_libc >main.c <<'END'
#include "lazynccl.h"
int ncclGetVersion(int *version);
int ncclCommDestroy(void *comm);
int ncclGetUniqueId(void *id);
int main(int count, char **arguments)
{
    lazynccl_library *nccl = lazynccl_nccl();
    char id[128];
    int version = 0, result, made;
    for (int i = 1; i < count; i++)
        if (!dlopen(arguments[i], RTLD_NOW | RTLD_GLOBAL))
            return 3;
    result = ncclGetVersion(&version);
    made = ncclGetUniqueId(id);
    printf("version %d %d %d\nid %d\n", result, version, lazynccl_version(nccl), made);
    printf("destroyed %d\n", ncclCommDestroy(id));
    printf("%s %s\n", lazynccl_found_via(nccl), lazynccl_path(nccl));
    printf("symbol %d\n", lazynccl_symbol(nccl, "ncclCommDestroy") == dlsym(RTLD_DEFAULT, "ncclCommDestroy"));
    printf("global %d\n", dlsym(RTLD_DEFAULT, "ncclGetUniqueId") != NULL);
    if (result || made)
        printf("%s\n", lazynccl_error(nccl, made ? "ncclGetUniqueId" : NULL));
    printf("%s", lazynccl_report(nccl));
}
END
compile replacement.so -shared -fPIC -Wl,-soname,libreplaced_nccl.so.0 <<'END'
int ncclGetVersion(int *version) { *version = 800; return 0; }
int ncclCommDestroy(void *comm) { return comm ? 77 : 78; }
const char *ncclGetErrorString(int code) { return code ? "the replacement's error" : "none"; }
END
library unrelated.so 'int unrelated;'
"$PYTHON" "$SOURCE/gen" vendor nccl --search full -o copy --machine x86_64,aarch64,riscv64,i386,armhf,ppc64le,s390x
consumer main.c archive -ldl
$CC -Icopy main.c copy/lazynccl.c -o vendored -ldl

for program in ./archive ./vendored; do
    # without an interposer nothing is promoted, also if some object is preloaded
    for preload in '' "$stage/unrelated.so"; do
        LD_PRELOAD=$preload LAZYNCCL_LIBPATH=$stage/real $program >said
        says said '^version 0 22809 22809$'
        says said '^destroyed 0$'
        says said '^global 0$'
        says_not said interposed
    done

    # a replacement that needs no NCCL; what it lacks is absent
    LD_PRELOAD=$stage/replacement.so $program >said
    says said '^version 0 800 800$'
    says said '^id 2$'
    says said '^destroyed 77$'
    says said "^loaded $stage/replacement.so$"
    says said '^ncclGetUniqueId is not in .*, which is NCCL 800'
    says said "^loaded +interposed by $stage/replacement.so: 3 of [0-9]+ functions$"
    says said "^loaded +$stage/replacement.so: taken$"
    # so does one that was loaded later, but as for a direct link, not in place of the library
    shows "^loaded $stage/replacement.so$" $program "$stage/replacement.so"
    LAZYNCCL_LIBPATH=$stage/real $program "$stage/replacement.so" >said
    says said '^version 0 22809 22809$'
    says_not said interposed
    # not if the program's user excludes copies that are loaded, or names another file
    LD_PRELOAD=$stage/replacement.so LAZYNCCL_SEARCH=env,conda shows '^version 2 0 0$' $program
    LD_PRELOAD=$stage/replacement.so LAZYNCCL_LIBPATH=$stage/none/libnccl.so.2 $program >said
    says said '^version 2 0 0$'

    # half of the functions: the others are the library's
    LD_PRELOAD=$stage/replacement.so LAZYNCCL_LIBPATH=$stage/real $program >said
    says said '^version 0 800 800$'
    says said '^id 0$'
    says said '^destroyed 77$'
    says said "^env $stage/real/libnccl.so.2$"
    says said '^symbol 1$'
    says said "^loaded +interposed by $stage/replacement.so: 3 of [0-9]+ functions$"

    # a tracer, which needs the library in the global scope
    LD_PRELOAD=$stage/tracer.so LAZYNCCL_LIBPATH=$stage/real $program >said
    says said '^version 0 22809 22809$'
    says said '^traced$'
    says said '^destroyed 0$'
    says said '^global 1$'
    says said "^loaded +interposed by $stage/tracer.so: 1 of [0-9]+ functions$"
    # without the library, no call runs into it
    LD_PRELOAD=$stage/tracer.so $program >said
    says said '^version 2 0 0$'
    says_not said '^traced$'
    says said "^loaded +interposed by $stage/tracer.so: 1 of [0-9]+ functions$"
done
