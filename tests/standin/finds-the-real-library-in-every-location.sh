# A stand-in in a wheel's folder finds a real library that is installed later: in its own or another
# site-packages, in conda, in the toolkit, on the linker's path, in LAZYNCCL_LIBPATH. A library of
# another release is used and reported; one with another SONAME is refused.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool
# library FOLDER NUMBER [OPTION...]
library()
{
    mkdir -p "$1"
    folder=$1 number=$2
    shift 2
    cat >library.c <<'C'
int number(void) { return NUMBER; }
#ifndef OLD
int newer(void) { return NUMBER; }
#endif
C
    $CC -O1 -fPIC -shared library.c -o "$folder/libcutest.so.3" -Wl,-soname,"${soname:-libcutest.so.3}" \
        -DNUMBER="$number" "$@"
}
site=$stage/venv/lib/python3.11/site-packages lib=nvidia/cutest/lib
mkdir -p "$site/$lib"
library made/site-packages/$lib 0
"$TOOL" stand-in made/site-packages/$lib/libcutest.so.3 -o "$site/$lib" >/dev/null
echo 'int number(void); int main(void) { return number(); }' >call.c
$CC call.c -o call "$site/$lib/libcutest.so.3" -Wl,-rpath,"$site/$lib"
# finds NUMBER [NAME=VALUE...]
finds()
{
    wanted=$1 status=0
    shift
    env LAZYNCCL_DEBUG=1 "$@" ./call 2>said || status=$?
    [ "$status" = "$wanted" ] || fail "$status, not $wanted: $(cat said)"
}
unset LAZYNCCL_SEARCH
finds 134
says said '^lazynccl: number: libcutest.so.3 cannot be used: no libcutest.so.3 in any search location'

library ld 1
finds 1 LD_LIBRARY_PATH="$stage/ld"
library toolkit/lib64 2
finds 2 CUDA_HOME="$stage/toolkit"
mkdir -p toolkit/targets/x86_64-linux/lib
mv toolkit/lib64/libcutest.so.3 toolkit/targets/x86_64-linux/lib
finds 2 CUDA_PATH="$stage/toolkit"
library conda/lib 3
finds 3 CONDA_PREFIX="$stage/conda" CUDA_HOME="$stage/toolkit"
library other/lib/python3.12/site-packages/$lib 4
finds 4 VIRTUAL_ENV="$stage/other" CONDA_PREFIX="$stage/conda"
says said "wheel +$stage/other/lib/python3.12/site-packages/$lib/libcutest.so.3: taken"
library named 5
finds 5 LAZYNCCL_LIBPATH="$stage/named" VIRTUAL_ENV="$stage/other"
finds 5 LAZYNCCL_LIBPATH="$stage/named/libcutest.so.3"

# The real library is installed later over the stand-in.
library late 6
cp late/libcutest.so.3 "$site/$lib"
finds 6
[ ! -s said ] || fail "still the stand-in: $(cat said)"
rm "$site/$lib/libcutest.so.3"
"$TOOL" stand-in made/site-packages/$lib/libcutest.so.3 -o "$site/$lib" >/dev/null

# Libraries of another release or SONAME.
library named 7 -DOLD
finds 7 LAZYNCCL_LIBPATH="$stage/named"
says said "^lazynccl: libcutest.so.3: warning: $stage/named/libcutest.so.3 lacks newer of the 2 functions of libcutest.so.3, from which its stand-in was made$"
soname=libcutest.so.4 library named 8
finds 134 LAZYNCCL_LIBPATH="$stage/named"
says said "$stage/named/libcutest.so.3: is libcutest.so.4, expected libcutest.so.3"
