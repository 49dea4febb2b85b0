need_release "$1"

lazy nccl-job.c lazy "$1"
eager nccl-job.c eager "$1"

run ./eager >expected
says expected "^ncclGetVersion: 0 $(number "$1")\$"
says expected '^ncclGetUniqueId: 0, some id$'
says expected '^ncclGroupStart, End: 0 [01]$' # 2.13 calls the driver even for an empty group
says expected '^ncclCommInitRank: 0 or 1, the id is as it was$'

LAZYNCCL_LIBPATH=$(lib "$1") run ./lazy >got
equal "$(grep -v ^took: got)" "$(cat expected)"
equal "$(grep ^took: got)" "took: nccl $(number "$1") env $(lib "$1")/libnccl.so.2"
