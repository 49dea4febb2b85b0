# A stand-in in a wheel's folder finds a real library that is installed later: in its own or another
# site-packages, in conda, in the toolkit, on the linker's path, in LAZYNCCL_LIBPATH. A library of
# another release is used and reported. One with another SONAME or major version, and another
# stand-in, are refused. This is the same for libraries with and without a stub.
# library FOLDER SONAME NUMBER [OPTION...]
library()
{
    mkdir -p "$1"
    folder=$1 name=$2 number=$3
    shift 3
    compile "$folder/$name" -O1 -fPIC -shared -Wl,-soname,"$name" -DNUMBER="$number" "$@" <<'C'
int number(void) { return NUMBER; }
int cufftGetVersion(int *version) { *version = NUMBER; return 0; }
#ifndef OLD
int newer(void) { return NUMBER; }
#endif
C
}
cat >call.c <<'C'
#include <stdio.h>
int number(void), cufftGetVersion(int *);
int main(void)
{
    int version = -1, status = cufftGetVersion(&version);

    printf("%d %d\n", status, version);
    return status ? 0 : number();
}
C
# finds NUMBER [NAME=VALUE...]
finds()
{
    wanted=$1 status=0
    shift
    env LAZYNCCL_DEBUG=1 "$@" ./call >out 2>said || status=$?
    equal "$* $status $(cat out)" "$* $wanted 0 $wanted"
}
# absent [NAME=VALUE...]: without a stub the program ends, with one the call returns an error
absent()
{
    status=0
    env LAZYNCCL_DEBUG=1 "$@" ./call >out 2>said || status=$?
    case $soname in
    *fancy*) equal "$status" 134 && says said '^lazynccl: cufftGetVersion: libnvfancy.so.3 cannot be used: ' ;;
    *) equal "$status $(cat out)" '0 7 -1' ;;
    esac
}
unset LAZYNCCL_SEARCH
site=$stage/venv/lib/python3.11/site-packages lib=nvidia/fancy/lib
for soname in libcufft.so.11 libnvfancy.so.3; do
    rm -rf venv real wheels lazy ld passed toolkit conda other named
    library real $soname 0
    mkdir wheels
    "$PYTHON" -B "$SOURCE/tests/standin/wheel.py" make wheels nvidia-fancy 1.0 $lib/$soname=real/$soname
    "$TOOL" stand-in wheels/*.whl -o lazy >said || fail "$(cat said)"
    "$PYTHON" -m zipfile -e lazy/*.whl "$site"
    $CC call.c -o call "$site/$lib/$soname" -Wl,-rpath,"$site/$lib"
    absent
    [ $soname = libcufft.so.11 ] || says said "cannot be used: no $soname in any search location"

    library ld $soname 1
    finds 1 LD_LIBRARY_PATH="$stage/ld"
    mkdir passed # another stand-in before it is passed over
    cp "$site/$lib/$soname" passed
    finds 1 LD_LIBRARY_PATH="$stage/passed:$stage/ld"
    library toolkit/lib64 $soname 2
    finds 2 CUDA_HOME="$stage/toolkit"
    mkdir -p toolkit/targets/x86_64-linux/lib
    mv toolkit/lib64/$soname toolkit/targets/x86_64-linux/lib
    finds 2 CUDA_PATH="$stage/toolkit"
    library conda/lib $soname 3
    finds 3 CONDA_PREFIX="$stage/conda" CUDA_HOME="$stage/toolkit"
    library other/lib/python3.12/site-packages/$lib $soname 4
    finds 4 VIRTUAL_ENV="$stage/other" CONDA_PREFIX="$stage/conda"
    says said "wheel +$stage/other/lib/python3.12/site-packages/$lib/$soname: taken"
    library named $soname 5
    finds 5 LAZYNCCL_LIBPATH="$stage/named" VIRTUAL_ENV="$stage/other"
    finds 5 LAZYNCCL_LIBPATH="$stage/named/$soname"

    # Libraries of another release, SONAME or major version.
    library named $soname 7 -DOLD
    finds 7 LAZYNCCL_LIBPATH="$stage/named"
    says said "warning: $stage/named/$soname lacks newer of the 3 functions of nvidia-fancy 1.0, from which its stand-in was made$"
    library named $soname 8 -Wl,-soname,${soname%.*}.4
    absent LAZYNCCL_LIBPATH="$stage/named"
    says said "$stage/named/$soname: is ${soname%.*}.4, expected $soname"
    library conda/lib ${soname%.*}.99 99
    rm conda/lib/$soname
    absent CONDA_PREFIX="$stage/conda"
    says said "/conda/lib: no $soname"

    # The real library is installed later over the stand-in.
    library real $soname 6
    cp real/$soname "$site/$lib"
    finds 6 LAZYNCCL_SEARCH=env
    [ ! -s said ] || fail "still the stand-in: $(cat said)"
done
