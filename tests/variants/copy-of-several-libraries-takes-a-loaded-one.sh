# A copy of libraries that belong together takes the file that the process has loaded, of each
# library and major.
with_libc >program.c <<'END'
#include "copy/lazynccl.h"
int ncclGetVersion(int *version);
int nvrtcVersion(int *major, int *minor);
int main(int count, char **words)
{
    int version = 0, major = 0, minor = 0;
    for (int i = 1; i < count; i++)
        if (!dlopen(words[i], RTLD_NOW))
            return 9;
    ncclGetVersion(&version);
    nvrtcVersion(&major, &minor);
    printf("%d %s %d.%d %s\n", version, lazynccl_path(lazynccl_nccl()), major, minor,
           lazynccl_path(lazynccl_nvrtc()));
}
END
fake_library nccl 2.28.9 one
fake_library nvrtc 12.9 twelve
fake_library nvrtc 13.0 thirteen
nccl=$stage/one/libnccl.so.2
for search in api,env,loaded,partner,wheel,soname full; do
    "$PYTHON" "$SOURCE/gen" vendor nccl nvrtc nvjitlink --search $search -o copy >/dev/null
    $CC program.c copy/lazynccl.c -o program -ldl
    for nvrtc in "12.9 $stage/twelve/libnvrtc.so.12" "13.0 $stage/thirteen/libnvrtc.so.13"; do
        equal "$(./program "$nccl" "${nvrtc#* }")" "22809 $nccl $nvrtc"
    done
done
