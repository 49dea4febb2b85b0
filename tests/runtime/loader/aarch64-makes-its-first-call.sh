# On aarch64, run under QEMU, trampolines pass and return structs by value, and an old library's
# missing functions are absent.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need aarch64-linux-gnu-gcc qemu-aarch64

cross="aarch64-linux-gnu-gcc -std=c11 -Wall -Wextra -pedantic -Werror -O2"
"$PYTHON" "$SOURCE/gen" vendor nccl -o vendored
cat >library.c <<'C'
typedef struct { char b[128]; } ncclUniqueId;
typedef struct { int ranks, rank, stride; } ncclTeam_t;
int ncclGetVersion(int *version) { *version = 21801; return 0; }
int ncclCommInitRank(void **comm, int ranks, ncclUniqueId id, int rank)
{
    *comm = 0;
    return ranks + rank + id.b[0] + id.b[127];
}
ncclTeam_t ncclTeamWorld(void *comm) { ncclTeam_t team = {comm ? 1 : 2, 3, 4}; return team; }
C
cat >program.c <<'C'
#include "lazynccl.h"
#include <stdio.h>
typedef struct { char b[128]; } ncclUniqueId;
typedef struct { int ranks, rank, stride; } ncclTeam_t;
int ncclGetVersion(int *), ncclCommInitRank(void **, int, ncclUniqueId, int);
int ncclCommShrink(void *, int *, int, void **, void *, int);
ncclTeam_t ncclTeamWorld(void *);
const char *ncclGetErrorString(int);
int main(void)
{
    void *comm = &comm;
    ncclUniqueId id = {{0}};
    int version;
    id.b[0] = 10, id.b[127] = 20;
    for (int call = 0; call < 2; call++) {
        int result = ncclCommInitRank(&comm, 2, id, 1);
        ncclTeam_t team = ncclTeamWorld(NULL);
        printf("%d %d%d%d %d\n", result, team.ranks, team.rank, team.stride,
               ncclGetVersion(&version) + version);
    }
    printf("%d %s\n", ncclCommShrink(NULL, NULL, 0, &comm, NULL, 0), ncclGetErrorString(2));
}
C
mkdir lib
$cross -Wno-missing-prototypes -shared -fPIC library.c -o lib/libnccl.so.2 -Wl,-soname,libnccl.so.2
$cross -Ivendored program.c vendored/lazynccl.c -o program

LAZYNCCL_LIBPATH=$stage/lib qemu-aarch64 -L /usr/aarch64-linux-gnu ./program >output
equal "$(sed -n 1,2p output)" "33 234 21801
33 234 21801"
says output "^2 ncclCommShrink is not in $stage/lib/libnccl.so.2, which is NCCL 2.18.1: it came with 2.27.3"

# A library for another machine is reported as such.
LAZYNCCL_LIBPATH=$FAKE qemu-aarch64 -L /usr/aarch64-linux-gnu ./program >output || true
says output 'made for another machine'
