# docs/examples/wrap counts and times the calls of a program that it is linked with.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
mkdir include
cat >include/nccl.h <<'C'
#include <stddef.h>
typedef int ncclResult_t, ncclDataType_t, ncclRedOp_t;
typedef struct ncclComm *ncclComm_t;
typedef struct CUstream_st *cudaStream_t;
ncclResult_t ncclAllReduce(const void *, void *, size_t, ncclDataType_t, ncclRedOp_t, ncclComm_t, cudaStream_t);
C
cat >library.c <<'C'
#include <stddef.h>
#include <unistd.h>
int ncclAllReduce(const void *from, void *to, size_t count, int type, int operation, void *comm, void *stream)
{
    usleep(2000);
    return from == to && count == 3 && type == 4 && operation == 5 && comm == to && stream == from ? 0 : 4;
}
C
fake_library nccl 2.28.9 lib library.c
cat >app.c <<'C'
#include <nccl.h>
int main(void)
{
    void *a = &a;
    int code = 0;
    for (int i = 0; i < 5; i++)
        code += ncclAllReduce(a, a, 3, 4, 5, a, a);
    return code;
}
C
consumer app.c app "$SOURCE/docs/examples/wrap/count.c" -Wextra -Iinclude
LAZYNCCL_LIBPATH=$stage/lib ./app 2>said || fail "status $?"
says said '^count: ncclAllReduce: 5 calls, [1-9][0-9]\.[0-9]* ms$'
! LAZYNCCL_LIBPATH=/nowhere ./app 2>said || fail 'there is no library'
says said '^count: ncclAllReduce: 0 calls, 0.000 ms$'
