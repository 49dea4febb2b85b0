# If ld.so would find a stand-in, `find` says so, and prints the file that the stand-in would open.
fake_library nccl 2.28.1 real
"$TOOL" stand-in real/libnccl.so.2 -o lazy >/dev/null
export LD_LIBRARY_PATH="$stage/lazy:$stage/real"
LAZYNCCL_SEARCH=env,system "$TOOL" find nccl --no-python -p >said
says said "^nccl +ld.so +\? +LD_LIBRARY_PATH +$stage/lazy/libnccl.so.2 +a stand-in, which opens the real one at its first call$"
says said "^ +lazynccl +2\.28\.1 +system +$stage/real/libnccl.so.2$"
