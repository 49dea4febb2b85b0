# With a copy of NCCL's stub that has a second SONAME, one binary works with NCCL and RCCL. It finds
# the installed one, or NCCL if both are installed. The reason names both.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"

sed 's/^sonames = .*/sonames = ["libnccl.so.2", "librccl.so.1"]/' "$SOURCE/stubs/nccl.toml" >nccl.toml
"$PYTHON" "$SOURCE/gen" vendor nccl.toml -o lazynccl
cat >main.c <<'END'
#include "lazynccl.h"
#include <stdio.h>
int ncclGetVersion(int *version);
int main(void)
{
    int version, result = ncclGetVersion(&version);
    if (result)
        printf("%s\n", lazynccl_why(lazynccl_nccl()));
    else
        printf("%s %d %s\n", lazynccl_found_via(lazynccl_nccl()), version, lazynccl_path(lazynccl_nccl()));
    return 0;
}
END
$CC -Ilazynccl main.c lazynccl/lazynccl.c -o main -ldl
$CC -w -fPIC -shared "$SOURCE/tests/fake/nccl.c" -DMAJOR=2 -DMINOR=21 -DPATCH=5 \
    -Wl,-soname,librccl.so.1 -o librccl.so.1
mkdir amd both
cp librccl.so.1 amd
cp librccl.so.1 both
fake_library nccl 2.28.9 both

./main >said
says said '^NCCL cannot be used: no libnccl.so.2 or librccl.so.1 in any search location'
rccl="22105 $stage/amd/librccl.so.1"
equal "$(LAZYNCCL_LIBPATH=$stage/amd ./main)" "env $rccl"
equal "$(LAZYNCCL_LIBPATH=$stage/amd/librccl.so.1 ./main)" "env $rccl"
equal "$(LD_PRELOAD=$stage/amd/librccl.so.1 ./main)" "loaded $rccl"
equal "$(LAZYNCCL_LIBPATH=$stage/both ./main)" "env 22809 $stage/both/libnccl.so.2"
