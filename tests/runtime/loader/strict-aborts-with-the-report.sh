# With LAZYNCCL_STRICT, an absent call prints reason and report to stderr and aborts; 0 and empty
# turn it off, and queries never abort.
fake_library nccl 2.18.3 lib
ulimit -c 0

exits 134 env LAZYNCCL_STRICT=1 ./ask call >output 2>errors # SIGABRT
equal "$(cat output)" ''
says errors '^lazynccl: .*NCCL cannot be used: no libnccl.so.2 in any search location'
equal "$(grep -c 'NCCL cannot be used' errors)" 1
says errors '^lazynccl: ncclGetVersion: absent, so the program ends$'
says errors '^env +LAZYNCCL_LIBPATH is not set$'

export LAZYNCCL_LIBPATH="$stage/lib"
exits 134 env LAZYNCCL_STRICT=1 ./ask call split shrink >output 2>errors
equal "$(cat output)" 'call 0 21803.0
split 0'
says errors "ncclCommShrink is not in $stage/lib/libnccl.so.2, which is NCCL 2.18.3"

for value in 0 ''; do
    equal "$(LAZYNCCL_STRICT=$value ./ask call shrink 2>&1)" 'call 0 21803.0
shrink 2 NULL'
done
equal "$(LAZYNCCL_STRICT=1 LAZYNCCL_LIBPATH=/nonexistent ./ask available load has=ncclSend 2>&1)" \
    'available 0
load -1
has 0'
