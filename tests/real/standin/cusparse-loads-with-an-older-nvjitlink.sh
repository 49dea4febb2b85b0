# pip accepts cuSPARSE 12.5.10.65 with nvJitLink 12.8.93, ld.so does not. With the stand-in cuSPARSE
# loads, nvJitLink loads at the first call, and a program built for 12.9 links what 12.8 supports,
# byte by byte, and gets 12.8's error for the rest.
. "$SOURCE/tests/real/support/standin.sh"
cusparse=nvidia-cusparse-cu12-12.5.10.65
old=nvidia-nvjitlink-cu12-12.8.93 new=nvidia-nvjitlink-cu12-12.9.86
compiler=nvidia-cuda-nvrtc-cu12-12.9.86 other=nvidia-cuda-nvrtc-cu12-12.0.140
need_release $cusparse $old $new $compiler $other
install_wheel $cusparse site-packages
install_wheel $old site-packages
install_wheel $compiler site-packages
libcusparse=$stage/site-packages/nvidia/cusparse/lib/libcusparse.so.12

$CC -Wall -Werror "$SOURCE/tests/fake/direct.c" -o host -ldl
run ./host open="$libcusparse" >said
says said ": undefined symbol: __nvJitLinkGetErrorLogSize_12_9, version libnvJitLink.so.12$"

lazily ./host open="$libcusparse" has=cusparseCreate mapped=libnvJitLink >said
equal "$(cat said)" "there
mapped $(in_cache libnvJitLink.so.12)"
# found where the library that needs it is
LAZYNCCL_DEBUG=1 lazily ./host open="$libcusparse" open=libnvJitLink.so.12 call=nvJitLinkVersion \
    mapped=libnvJitLink >said 2>&1
says said '^nvJitLinkVersion 0 12\.8$'
says said "^mapped $stage/site-packages/nvidia/nvjitlink/lib/libnvJitLink.so.12$"

# a program compiled and linked with 12.9
eager nvrtc-job.c compile $other
LD_LIBRARY_PATH=$(lib $other) run ./compile >said || fail "$(cat said)"
eager nvjitlink-job.c direct $old
run ./direct ptx out.ptx expected >said || fail "$(cat said)"
need patchelf
eager nvjitlink-job.c newer $new
patchelf --remove-rpath newer
status=0
LD_LIBRARY_PATH=$(lib $old) run ./newer ptx out.ptx got >said 2>&1 || status=$?
equal $status 127
says said 'undefined symbol: __nvJitLinkCreate_12_9, version libnvJitLink.so.12'
LD_LIBRARY_PATH=$(lib $old) lazily ./newer ptx out.ptx got >said || fail "$(cat said)"
cmp expected got

# input that 12.8 cannot read: its own error, and our warning about the pair
set -- $(headers $new $compiler)
$CC -Wall -Werror "$SOURCE/tests/real/standin/pair.c" -o pair "$@" \
    "$(lib $compiler)/libnvrtc.so.12" "$(lib $new)/libnvJitLink.so.12" -Wl,--allow-shlib-undefined
LD_LIBRARY_PATH=$(lib $compiler):$(lib $old) LAZYNCCL_DEBUG=1 lazily ./pair >said 2>&1
says said '^NVRTC 12\.9$'
says said '^compile: 0$'
says said '^add: 4$'
says said "Unsupported .version 8.8; current version is '8.7'"
says said '^lazynccl: nvjitlink: warning: NVRTC 12\.9 is newer than nvJitLink 12\.8: LTO-IR'
