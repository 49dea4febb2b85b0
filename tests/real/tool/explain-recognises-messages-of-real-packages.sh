# explain recognizes the failures of packages: cuSPARSE with an older nvJitLink, CuPy without NCCL,
# and cuda.pathfinder.
. "$SOURCE/tests/real/support/explain.sh"
need_release nvidia-cusparse-cu12-12.5.10.65 nvidia-nvjitlink-cu12-12.8.93

install_wheel nvidia-cusparse-cu12-12.5.10.65 "$site"
install_wheel nvidia-nvjitlink-cu12-12.8.93 "$site"
fails "$PYTHON" -c 'import ctypes, sys; ctypes.CDLL(sys.argv[1])' \
    "$site/nvidia/cusparse/lib/libcusparse.so.12"
says message 'OSError: .*: undefined symbol: __nvJitLinkGetErrorLogSize_12_9, version libnvJitLink\.so\.12$'
explained_as 1 '\[LN107\]' 'libcusparse\.so\.12 will not load: nvJitLink 12\.8 lacks __nvJitLinkGetErrorLogSize_12_9'
says said "help: pip install 'nvidia-nvjitlink-cu12>=12\.9'$"
rm -r "$site/nvidia"

need_environment cupy-13.2.0
fails "$python" -c 'import cupy_backends.cuda.libs.nccl'
says message '^ImportError: libnccl\.so\.2: cannot open shared object file'
cp -rl "$packages/cupy_backends" "$site" 2>/dev/null || cp -r "$packages/cupy_backends" "$site"
explained_as 1 '\[LN129\]' 'nccl\..*\.so needs libnccl\.so\.2, which ld\.so does not find$' --root "$root"

need_environment cuda-python-13.5
fails "$python" -c 'import cuda.pathfinder; cuda.pathfinder.load_nvidia_dynamic_lib("nccl")'
says message '(Failure finding|DynamicLibNotFoundError).*libnccl\.so'
rm -r "$site/cupy_backends"
explained_as 1 '\[LN115\]' 'no folder that ld\.so searches has libnccl\.so\.2$' --root "$root"
