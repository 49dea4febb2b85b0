# A child forked before the first call finds the library itself, one forked after it has the
# library, and one forked after a failure can search again.
fake_library nccl 2.28.9 ready
mkdir lib
export LAZYNCCL_LIBPATH="$stage/lib"

equal "$(./ask child=call call rename=ready/libnccl.so.2:lib/libnccl.so.2 child=call)" "call 2 0.0
call 2 0.0
call 2 0.0"
equal "$(./ask child=call call child=call)" "call 0 22809.0
call 0 22809.0
call 0 22809.0"
mv lib/libnccl.so.2 ready
equal "$(./ask call rename=ready/libnccl.so.2:lib/libnccl.so.2 child=load+call call load call)" "call 2 0.0
load 0
call 0 22809.0
call 2 0.0
load 0
call 0 22809.0"
