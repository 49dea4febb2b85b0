# A preloaded profiler that defines NCCL's public names, and calls the real ones by their aliases or
# RTLD_NEXT, sees the calls of a program linked with NCCL, the shared library, the archive or a
# vendored copy, and those through a stand-in. All of them also use a replaced file.

cat >twin.c <<'END'
#include <stdio.h>
int pncclGetVersion(int *);
int ncclGetVersion(int *version) { puts("seen"); return pncclGetVersion(version); }
END
cat >next.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
int ncclGetVersion(int *version)
{
    int (*next)(int *);
    puts("seen");
    *(void **)&next = dlsym(RTLD_NEXT, "ncclGetVersion");
    return next(version);
}
END
cat >main.c <<'END'
#include <stdio.h>
int ncclGetVersion(int *);
int main(void)
{
    int version = 0;
    for (int i = 0; i < 2; i++) {
        int result = ncclGetVersion(&version);
        printf("%d %d\n", result, version);
    }
    return 0;
}
END
mkdir lib
compile lib/libnccl.so.2 -shared -fPIC -Wl,-soname,libnccl.so.2 <<'END'
int pncclGetVersion(int *version) { *version = 22809; return 0; }
int ncclGetVersion(int *) __attribute__((weak, alias("pncclGetVersion")));
END
$CC -shared -fPIC twin.c -o twin.so
$CC -shared -fPIC next.c -o next.so
$CC main.c -o linked lib/libnccl.so.2 -Wl,-rpath,"$stage/lib"
$CC main.c -o shared "$SHARED" -Wl,-rpath,"$(dirname "$SHARED")"
$CC main.c -o static "$ARCHIVE"
"$PYTHON" "$SOURCE/gen" vendor nccl --search full -o full
"$PYTHON" "$SOURCE/gen" vendor nccl -o small
for copy in full small; do
    $CC -I$copy main.c $copy/lazynccl.c -o vendored-$copy -ldl
done
programs='linked shared static vendored-full vendored-small'
if [ -n "${TOOL-}" ]; then
    "$TOOL" stand-in lib/libnccl.so.2 -o standin >made
    $CC main.c -o standin/main standin/libnccl.so.2 -Wl,-rpath,"$stage/standin"
    programs="$programs standin/main"
fi

export LAZYNCCL_LIBPATH="$stage/lib"
for profiler in twin next; do
    for program in $programs; do
        LD_PRELOAD=$stage/$profiler.so timeout 20 ./$program >said
        equal "$(grep -v seen said)" "0 22809
0 22809"
        case $program in
        static | vendored-*) equal "$(grep -c seen said)" 3 ;; # these also ask for the version
        *) equal "$(grep -c seen said)" 2 ;;
        esac
    done
done

# What is preloaded may define none of the names.
library none.so 'int none;'
for program in $programs; do
    equal "$(LD_PRELOAD=$stage/none.so timeout 20 ./$program)" "0 22809
0 22809"
done

mkdir wrapped
$CC -shared -fPIC twin.c -o wrapped/libnccl.so.2 lib/libnccl.so.2 -Wl,-rpath,"$stage/lib"
LAZYNCCL_LIBPATH=$stage/wrapped/libnccl.so.2 timeout 20 ./static >said
equal "$(grep -v seen said)" "0 22809
0 22809"
equal "$(grep -c seen said)" 3 # lazynccl asks for the version too
