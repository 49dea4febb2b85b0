# The stand-in in a wheel finds a real library that is installed later: in LAZYNCCL_LIBPATH, another
# site-packages, conda, LD_LIBRARY_PATH or a toolkit. It refuses one of another major version, and
# another stand-in, and says so. This is the same for libraries with and without a stub.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool
# library FOLDER SONAME NUMBER
library()
{
    mkdir -p "$1"
    echo "int number(void) { return $3; } int cufftGetVersion(int *v) { *v = $3; return 0; }" >library.c
    $CC -O1 -fPIC -shared library.c -o "$1/$2" -Wl,-soname,"$2"
}
cat >ask.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    void *library = dlopen(argv[1], RTLD_NOW);
    int (*number)(void) = (int (*)(void))dlsym(library, "number");
    int (*get)(int *) = (int (*)(int *))dlsym(library, "cufftGetVersion");
    int version = -1, status = get(&version);

    (void)argc;
    printf("%d %d\n", status, version);
    if (!status)
        printf("%d\n", number());
    return 0;
}
END
$CC ask.c -o ask -ldl
export LAZYNCCL_SEARCH=env,loaded,wheel,conda,system,toolkit
for soname in libcufft.so.11 libnvfancy.so.3; do
    rm -rf real site lazy wheels other conda toolkit path
    below=nvidia/fancy/lib
    library real $soname 1
    mkdir wheels
    "$PYTHON" -B "$SOURCE/tests/standin/wheel.py" make wheels nvidia-fancy 1.0 \
        $below/$soname=real/$soname
    "$TOOL" stand-in wheels/*.whl -o lazy >said || fail "$(cat said)"
    "$PYTHON" -m zipfile -e lazy/*.whl site
    file=site/$below/$soname
    # finds NUMBER [VARIABLE=VALUE]
    finds()
    {
        number=$1
        shift
        env "$@" ./ask $file >said 2>&1 || fail "$soname $*: $(cat said)"
        equal "$(cat said)" "0 $number
$number"
    }
    finds 1 LAZYNCCL_LIBPATH="$stage/real"
    finds 1 LAZYNCCL_LIBPATH="$stage/real/$soname"
    library other/lib/python3.11/site-packages/$below $soname 2
    finds 2 VIRTUAL_ENV="$stage/other"
    library conda/lib $soname 3
    finds 3 CONDA_PREFIX="$stage/conda"
    library path $soname 4
    finds 4 LD_LIBRARY_PATH="$stage/path"
    library toolkit/lib64 $soname 5
    finds 5 CUDA_HOME="$stage/toolkit"
    finds 2 VIRTUAL_ENV="$stage/other" CONDA_PREFIX="$stage/conda" CUDA_HOME="$stage/toolkit"
    # another stand-in first on the path is passed over
    mkdir -p passed
    cp $file passed
    finds 4 LD_LIBRARY_PATH="$stage/passed:$stage/path"
    # another major version
    library conda/lib ${soname%.*}.99 99
    rm conda/lib/$soname
    status=0
    LAZYNCCL_SEARCH=conda CONDA_PREFIX=$stage/conda LAZYNCCL_DEBUG=1 ./ask $file >said 2>&1 || status=$?
    says said "/conda/lib: no $soname"
    says_not said '^0 99$'
    # where it is installed later over the stand-in, it is itself
    "$PYTHON" -m zipfile -e wheels/*.whl site
    finds 1 LAZYNCCL_SEARCH=env
done
