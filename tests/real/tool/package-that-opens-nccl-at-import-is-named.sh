# CuPy 13.1.0 opens NCCL at `import cupy`, 13.2.0 at `import cupy.cuda.nccl`; in both, one extension
# module needs it. The audit reports this, and a process that imported CuPy confirms it.
need_release nvidia-nccl-cu12-2.16.2
mkdir -p cuda_lib/12.x/nccl/2.16.2/lib # the folder of CuPy's own installer for libraries
library=$PWD/cuda_lib/12.x/nccl/2.16.2/lib/libnccl.so.2.16.2
ln "$(lib nvidia-nccl-cu12-2.16.2)/libnccl.so.2" "$library" 2>/dev/null ||
    cp "$(lib nvidia-nccl-cu12-2.16.2)/libnccl.so.2" "$library"
mkfifo input output

# imports MODULE STATUS: the NCCL of a process that imported it, in `said`.
imports()
{
    CUPY_CUDA_LIB_PATH=$PWD/cuda_lib "$python" -c "import sys, $1; print('ready', flush=True)
sys.stdin.read()" <input >output 2>/dev/null &
    exec 3>input 4<output
    read -r ready <&4 || fail "$1 is not imported"
    asks "$2" find -p -v nccl --pid $!
    exec 3>&- 4<&-
    wait $!
}

# audit: its report on the environment, in `said`.
audit()
{
    exits 1 "$TOOL" audit "${packages#"$base"}" --root "$base" >said
    says said "^    needs libnccl\.so\.2 .* 21 symbols$"
}

need_environment cupy-13.1.0
audit
says said '^note\[LN509\] cupy opens NCCL when it is imported$'
imports cupy 0
says said "^ +lazynccl +2\.16\.2 +loaded +$library$"

need_environment cupy-13.2.0
audit
says_not said 'LN509'
imports cupy 1
says said '^ +loaded +no libnccl\.so\.2 is loaded$'
imports cupy.cuda.nccl 0
says said "^ +lazynccl +2\.16\.2 +loaded +$library$"
