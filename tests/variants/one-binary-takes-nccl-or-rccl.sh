# docs/examples/nccl-or-rccl builds one binary for NCCL and RCCL. It finds the installed one, or NCCL if
# both are installed. The reason names both. A version that is not counted as NCCL's is older than any.
. "$SOURCE/tests/variants/example.sh"
need make

ln -s "$SOURCE" tree # make knows no file names with a blank
cd examples/nccl-or-rccl
make CC="$CC" CFLAGS="-O2 -Wall -Wextra -Werror $CFLAGS" LAZYNCCL="$stage/tree" >make.log 2>&1 ||
    fail "$(cat make.log)"
hides ./app
compile main -Ilazynccl lazynccl/lazynccl.c -ldl <<'END'
#include "lazynccl.h"
int ncclGetVersion(int *version);
int main(int count, char **arguments)
{
    int version, result;
    if (count > 1)
        lazynccl_require(lazynccl_nccl(), atoi(arguments[1]));
    result = ncclGetVersion(&version);
    if (result)
        printf("%s\n", lazynccl_why(lazynccl_nccl()));
    else
        printf("%s %d %s\n", lazynccl_found_via(lazynccl_nccl()), version, lazynccl_path(lazynccl_nccl()));
}
END
$CC -w -fPIC -shared "$SOURCE/tests/fake/nccl.c" -DMAJOR=2 -DMINOR=21 -DPATCH=5 \
    -Wl,-soname,librccl.so.1 -o librccl.so.1
echo 'int ncclGetVersion(int *version) { *version = 800; return 0; }' |
    $CC -shared -fPIC -x c - -Wl,-soname,libmscclpp_nccl.so.0 -o libmscclpp_nccl.so
mkdir amd both
cp librccl.so.1 amd
cp librccl.so.1 both
fake_library nccl 2.28.9 both

! ./app >said || fail "$(cat said)"
says said '^NCCL or RCCL cannot be used: no libnccl\.so\.2 or librccl\.so\.1 in any search location'
rccl="22105 $PWD/amd/librccl.so.1"
equal "$(LAZYNCCL_LIBPATH=$PWD/amd ./app)" "NCCL 22105 from $PWD/amd/librccl.so.1"
equal "$(LAZYNCCL_LIBPATH=$PWD/amd ./main)" "env $rccl"
equal "$(LAZYNCCL_LIBPATH=$PWD/amd/librccl.so.1 ./main)" "env $rccl"
equal "$(LD_PRELOAD=$PWD/amd/librccl.so.1 ./main)" "loaded $rccl"
equal "$(LAZYNCCL_LIBPATH=$PWD/both ./main)" "env 22809 $PWD/both/libnccl.so.2"

# RCCL counts as NCCL does; MSCCL++ has numbers of its own
equal "$(LAZYNCCL_LIBPATH=$PWD/amd ./main 21803)" "env $rccl"
LAZYNCCL_LIBPATH=$PWD/amd ./main 22106 >said
says said 'librccl\.so\.1: is 2\.21\.5, at least 2\.21\.6 is required'
other=nccl=$PWD/libmscclpp_nccl.so
equal "$(LAZYNCCL_LIBPATH=$other ./main)" "env 800 ${other#nccl=}"
LAZYNCCL_LIBPATH=$other ./main 21803 >said
says said 'libmscclpp_nccl\.so: is 800, at least 2\.18\.3 is required .*; correct or unset LAZYNCCL_LIBPATH'
