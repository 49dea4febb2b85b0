# Without NCCL CuPy's module cannot be imported; with the stand-in it can, `available` is true, and
# calls raise CuPy's own error with our reason. With an NCCL too old for CuPy 14, only the missing
# function fails.
. "$SOURCE/tests/real/support/standin.sh"
need_release nvidia-nccl-cu12-2.16.2
cat >ask.py <<'PY'
import warnings

warnings.simplefilter("ignore")
from cupy.cuda import nccl

print("available", nccl.available)

def ask(what, call, *arguments):
    try:
        print(what, call(*arguments))
    except nccl.NcclError as error:
        print(what, type(error).__name__, error.status, error)

if nccl.available:
    ask("version", nccl.get_version)
    ask("id", lambda: len(nccl.get_unique_id()))
    comm = nccl.NcclCommunicator.__new__(nccl.NcclCommunicator) # without a GPU there is no real one
    if hasattr(comm, "commSplit"):
        ask("split", comm.commSplit, 0, 0)
PY
for name in cupy-13.1.0 cupy-13.6.0 cupy-14.2.0; do
    need_environment $name
    install_beside
    run "$python" ask.py >said 2>&1 || true
    equal "$(cat said)" "available False"
    LAZYNCCL_SEARCH=env,loaded,wheel lazily "$python" ask.py >said 2>&1
    says said '^available True$'
    error='NcclError 2 NCCL_ERROR_SYSTEM_ERROR'
    why='NCCL cannot be used: no libnccl.so.2 in any search location; pip install nvidia-nccl-cu'
    says said "^version $error: $why"
    says said "^id $error: $why"
done

install_beside nvidia-nccl-cu12-2.16.2
run "$python" -W always -c 'from cupy.cuda import nccl; print(nccl.available)' >said 2>&1 || true
says said 'undefined symbol: ncclCommSplit'
lazily "$python" ask.py >said 2>&1
says said '^available True$'
says said '^version 21602$'
says said '^id 128$'
says said "^split $error: unhandled system error; ncclCommSplit is not in $site/nvidia/nccl/lib/libnccl.so.2, which is"
says said "which is NCCL 2.16.2: it came with 2.18.1; pip install 'nvidia-nccl-cu13>=2.18.1'"
