# An NVRTC that is newer than nvJitLink is used, because other uses work. Both reports contain both
# versions and the use that will fail, and NVIDIA's library then fails as predicted.

# mismatch NVRTC NVJITLINK CODE LOG: nvJitLink returns this for the LTO-IR.
mismatch()
{
    need_release "$1" "$2"
    consumer "$SOURCE/tests/real/loader/pair.c" pair $(headers "$1" "$2")
    a="NVRTC $(minor "$1") is newer than nvJitLink $(minor "$2")"
    for steps in 'compile link' 'create compile link'; do
        LAZYNCCL_LIBPATH="$(lib "$1"):$(lib "$2")" run ./pair $steps report >said
        says said '^compile: 0$'
        says said "^add: $3\$"
        says said "^link: $3\$"
        says said "$4"
        equal "$(grep -c "^warning: $a: LTO-IR.* will not link" said)" 2
    done
}

mismatch nvidia-cuda-nvrtc-13.5.37 nvidia-nvjitlink-13.0.88 14 \
    'may need newer version of nvJitLink library'
mismatch nvidia-cuda-nvrtc-cu12-12.8.93 nvidia-nvjitlink-cu12-12.0.140 6 'ERROR 4'

# With the versions exchanged, and across majors, everything works and nothing is reported.
for pair in '12.8.93 nvidia-nvjitlink-cu12-12.9.86' '12.0.140 nvidia-nvjitlink-13.5.37'; do
    nvrtc=nvidia-cuda-nvrtc-cu12-${pair% *} nvjitlink=${pair#* }
    need_release $nvrtc $nvjitlink
    consumer "$SOURCE/tests/real/loader/pair.c" pair $(headers $nvrtc $nvjitlink)
    LAZYNCCL_LIBPATH="$(lib $nvrtc):$(lib $nvjitlink)" run ./pair compile link report >said
    says said '^link: 0$'
    says_not said '^warning'
done
