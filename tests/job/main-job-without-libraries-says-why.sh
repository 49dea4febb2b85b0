# Without the libraries, the main job gets each one's error code, and the reason from its
# error-string function.

main_job job -DWITH_LAZYNCCL -I"$BUILD/include" "$ARCHIVE"
exits 1 "$ld_so" --inhibit-cache "$stage/job" >output

says output '^    nvrtcCreateProgram returned 11: NVRTC cannot be used: .*pip install nvidia-cuda-nvrtc'
says output '^    nvJitLinkCreate returned 6$'
says output '^    nvJitLink cannot be used: .*pip install nvidia-nvjitlink'
says output '^    NCCL returned 2: NCCL cannot be used: .*pip install nvidia-nccl-cu13'
says output '^    \| wheel +VIRTUAL_ENV is not set'
says_not output 'mapped /'
