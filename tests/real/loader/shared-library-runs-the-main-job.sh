# The shared library also runs the main job, although the real libraries could bind to its exports,
# and finds the wheels in its own site-packages.

# job NCCL NVRTC NVJITLINK: runs it with these releases.
job()
{
    need_release "$@"
    site=$PWD/$1/site-packages
    mkdir -p "$site/package"
    for release in "$@"; do
        install_wheel "$release" "$site"
    done
    cp "$SHARED" "$site/package"
    (
        ARCHIVE="$site/package/${SHARED##*/}"
        CC="$CC -Wl,-rpath,$site/package"
        main_job job "$@"
    )
    LAZYNCCL_SEARCH=wheel run ./job >said || fail "$(cat said)"
    check_job said wheel "$@"
    says said " mapped $1/site-packages/nvidia/nccl/lib/libnccl.so.2\$"
}

job nvidia-nccl-cu12-2.18.1 nvidia-cuda-nvrtc-cu12-12.0.140 nvidia-nvjitlink-cu12-12.0.140
job nvidia-nccl-cu13-2.32.3 nvidia-cuda-nvrtc-13.5.37 nvidia-nvjitlink-13.5.37
