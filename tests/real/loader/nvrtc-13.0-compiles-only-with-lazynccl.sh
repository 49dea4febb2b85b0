# NVRTC 13.0 does not find the builtins next to it: linked directly it fails unless ld.so finds
# them, through lazynccl it compiles, even if other code loaded it.
release=nvidia-cuda-nvrtc-13.0.88
need_release $release
eager nvrtc-job.c eager $release -DWITH_LTOIR
lazy nvrtc-job.c lazy $release -DWITH_LTOIR

! run ./eager >said || fail "works by itself: $(cat said)"
says said 'failed to open libnvrtc-builtins.so.13.0'
says said '^nvrtcCompileProgram: 7 '

LAZYNCCL_LIBPATH=$(lib $release) run ./lazy >said || fail "$(cat said)"
says said '^out.ltoir: compiled$'
says said '^took: nvrtc 130000 env '

LD_PRELOAD=$(lib $release)/libnvrtc.so.13 run ./lazy >said || fail "$(cat said)"
says said '^out.ltoir: compiled$'
says said '^took: nvrtc 130000 loaded '
