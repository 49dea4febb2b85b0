# Each row of [symbols.before] in the stub cudart, with the real libraries and headers of CUDA 12.9 and
# 13.5: the two names have one prototype and structs of one size, and a program of CUDA 13 reaches the
# name before in a library of CUDA 12; one of CUDA 12 reaches the new name in a library of CUDA 13.
need_release nvidia-cuda-runtime-cu12-12.9.79 nvidia-cuda-runtime-13.5.37

"$PYTHON" - "$SOURCE" "$wheels/nvidia-cuda-runtime-cu12-12.9.79" "$wheels/nvidia-cuda-runtime-13.5.37" >rows <<'END'
import re, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from gen.stub.load import load
from gen.stub.majors import changed

def prototypes(folder: str) -> dict[str, set[str]]:
    header, = Path(folder).rglob("cuda_runtime_api.h")
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", header.read_text(errors="replace"), flags=re.DOTALL)
    found: dict[str, set[str]] = {}
    for name, parameters in re.findall(r"cudaError_t CUDARTAPI (cuda\w+)\(([^;]*?)\);", text):
        types = [re.sub(r"\b(?:struct|enum) |__dv\(.*|\w+$", "", each.strip())
                 for each in re.sub(r"__dv\([^)]*\)", "", parameters).split(",")]
        found.setdefault(name, set()).add(re.sub(r"\s", "", ",".join(types)))
    return found

stub, older, newer = load(f"{sys.argv[1]}/stubs/cudart.toml"), *map(prototypes, sys.argv[2:])
majors = {each.function: each.major for each in changed("cudart")}
for name, before in stub.symbols.before.items():
    plain, plain_before = name.removesuffix("_ptsz"), before.removesuffix("_ptsz")
    assert older[plain_before] & newer[plain], (name, older[plain_before], newer[plain])
    if majors[name] == 13:
        print(name, before)
END
[ "$(wc -l <rows)" -ge 16 ] || fail "$(cat rows)"

for release in nvidia-cuda-runtime-cu12-12.9.79 nvidia-cuda-runtime-13.5.37; do
    for type in 'struct cudaMemLocation' cudaGraphEdgeData 'struct cudaExternalSemaphoreSignalParams' \
        'struct cudaExternalSemaphoreWaitParams'; do
        printf '#include <cuda_runtime_api.h>\nchar size[sizeof(%s)];\n' "$type" >size.c
        $CC -w $(headers $release nvidia-cuda-crt-13.5.37) -c size.c -o size.o
        nm -S size.o | cut -d' ' -f2
    done >"$release.sizes"
done
cmp nvidia-cuda-runtime-cu12-12.9.79.sizes nvidia-cuda-runtime-13.5.37.sizes

with_libc >reaches.c <<'END'
#include <lazynccl.h>
int main(int count, char **names)
{
    void *real = dlopen(names[1], RTLD_NOW);
    int same = 0;
    for (int i = 2; i + 1 < count; i += 2) {
        void *found = (void *)lazynccl_symbol(lazynccl_cudart(), names[i]);
        if (found && found == dlsym(real, names[i + 1]))
            same++;
        else
            printf("%s is not %s\n", names[i], names[i + 1]);
    }
    printf("%d the same\n", same);
    return 0;
}
END
"$PYTHON" "$SOURCE/gen" vendor cudart -o copy >/dev/null
old=$(find "$wheels/nvidia-cuda-runtime-cu12-12.9.79" -name libcudart.so.12)
new=$(find "$wheels/nvidia-cuda-runtime-13.5.37" -name libcudart.so.13)
for major in 12 13; do
    $CC -w -DLAZYNCCL_CUDA_MAJOR=$major -Icopy reaches.c copy/lazynccl.c -o reaches -pthread -ldl
    if [ $major = 13 ]; then
        LAZYNCCL_LIBPATH=${old%/*} ./reaches "$old" $(cat rows)
    else
        LAZYNCCL_LIBPATH=${new%/*} ./reaches "$new" $(awk '{ print $2, $1 }' rows)
    fi >said
    equal "$(cat said)" "$(wc -l <rows) the same"
done
