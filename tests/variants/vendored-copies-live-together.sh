# Vendored copies of different releases and kinds in one process keep their own settings, and share one
# copy of the real library.

vendor old nccl --search full
vendor new nccl nvrtc --search full
vendor small nccl
# Another release may have another kind of marker note and other structures.
sed -e 's/LAZYNCCL_EXPORTS, "nccl"/64, "nccl"/' -e 's/^    int minimum; .*require/    long later[8];&/' \
    new/lazynccl.c >next.c
[ "$(diff new/lazynccl.c next.c | grep -c '^>')" = 2 ] || fail "$(diff new/lazynccl.c next.c)"
mv next.c new/lazynccl.c

with_libc >module.c <<'END'
#include <lazynccl.h>
int ncclGetVersion(int *);
int TELL(const char *unlike)
{
    int version = 0, code;
    if (lazynccl_set_path(lazynccl_nccl(), unlike) < 0)
        puts("set_path refused");
    code = ncclGetVersion(&version);
    printf("%d %d %s\n", code, version, code ? "-" : lazynccl_found_via(lazynccl_nccl()));
    return code;
}
END
with_libc >main.c <<'END'
int program_tell(const char *);
int main(void)
{
    static const char *const modules[] = {"./site-packages/old.so", "./site-packages/new.so",
                                          "./site-packages/small.so"};
    static const char *const names[] = {"old_tell", "new_tell", "small_tell"};
    int (*tell[3])(const char *);
    for (int i = 0; i < 3; i++) {
        void *module = dlopen(modules[i], RTLD_NOW | RTLD_GLOBAL);
        *(void **)&tell[i] = module ? dlsym(module, names[i]) : NULL;
        if (!tell[i])
            return 1;
    }
    return tell[0]("/nowhere") != 2 || tell[2]("/nowhere") != 2 || tell[1](NULL) || program_tell(NULL) || tell[0](NULL) ||
           tell[2](NULL);
}
END
fake_library nccl 2.28.9 site-packages/nvidia/nccl/lib
for name in old new small; do
    $CC -shared -fPIC -DTELL=${name}_tell module.c $name/lazynccl.c -I$name -o site-packages/$name.so
done
$CC -rdynamic -DTELL=program_tell main.c module.c "$ARCHIVE" -I"$BUILD/include" -o main

./main >said || fail "$(cat said)"
equal "$(cat said)" "2 0 -
2 0 -
0 22809 wheel
0 22809 loaded
0 22809 loaded
0 22809 loaded"
for module in "old 00" "new 40"; do # below the number of the release
    readelf -Wn "site-packages/${module% *}.so" >notes 2>&1 || true # of the other note it knows nothing
    says notes "lazynccl.*0x[0-9a-f]*${module#* }\)"
done
