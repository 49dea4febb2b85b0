# With an older NCCL, only newer functions are absent, and the error names function, file, version
# and the first NCCL that has it. Before 2.9, version 2708 means 2.7.8.
fake_library nccl 2.18.3 new
fake_library nccl 2.7.8 old

export LAZYNCCL_LIBPATH="$stage/new"
old="libnccl.so.2, which is NCCL"
reason="ncclCommShrink is not in $stage/new/$old 2.18.3: it came with 2.27.3; name a newer file in LAZYNCCL_LIBPATH"
./ask has=ncclCommSplit has=ncclCommShrink split shrink string=2 string=2 error=ncclCommShrink \
    error=ncclCommSplit >output
equal "$(cat output)" "has 1
has 0
split 0
shrink 2 NULL
the fake library's own error; $reason
the fake library's own error
$reason
(null)"

# A real error much later has the library's text first, and without such a text the reason alone.
for question in string=2 last; do
    ./ask shrink call call $question | tail -n 1 >output
    says output "^the fake library's (own|last) error"
    ./ask shrink $question | tail -n 1 >output
    says output 'ncclCommShrink is not in'
done
fake_library nccl 2.26.2 without -DncclGetErrorString=someOtherName
LAZYNCCL_LIBPATH=$stage/without ./ask shrink string=2 | tail -n 1 >output
says output '^ncclCommShrink is not in'

LAZYNCCL_LIBPATH=$stage/old
equal "$(./ask call where)" "call 0 2708.0
env 20708 $stage/old/libnccl.so.2"
shows '^has 0$' ./ask has=ncclCommSplit split string=2 last report
says output "^the fake library's own error; ncclCommSplit is not in $stage/old/$old 2.7.8: it came with 2.18.1;"
says output "^ncclGetLastError is not in $stage/old/$old 2.7.8: it came with 2.13.4"
says output "^NCCL 2.7.8 from $stage/old/libnccl.so.2, found via env$"
