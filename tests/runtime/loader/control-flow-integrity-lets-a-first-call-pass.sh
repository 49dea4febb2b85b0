# A program that clang builds with control-flow integrity makes first calls of a vendored copy, whose
# version function is called through an address from dlsym().
set -- clang -flto -fvisibility=hidden -fsanitize=cfi -fuse-ld=lld
can_link "$@" || skip 'clang cannot link with -fsanitize=cfi'
fake_library nccl 2.28.1 lib
"$SOURCE/dev" vendor nccl nvrtc nvjitlink --search full -o "$stage/vendored" >/dev/null || fail 'dev vendor'
"$@" -std=gnu11 -O1 -Ivendored "$SOURCE/tests/fake/ask.c" vendored/lazynccl.c -o ask -pthread -ldl
equal "$(LAZYNCCL_LIBPATH=$stage/lib ./ask call known)" "call 0 22801.0
env 22801 $stage/lib/libnccl.so.2"
equal "$(LAZYNCCL_LIBPATH=$stage/none ./ask call known)" 'call 2 0.0
(null) 0 (null)'
