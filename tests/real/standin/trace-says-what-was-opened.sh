# `lazynccl trace` names the file of each library that a process opened, and only those: of NCCL and
# NVRTC in one Python environment, what ld.so has mapped after the calls.
. "$SOURCE/tests/real/support/standin.sh"
need_release nvidia-nccl-cu13-2.28.9 nvidia-cuda-nvrtc-13.0.88
"$PYTHON" -m venv --without-pip venv
install_wheel nvidia-nccl-cu13-2.28.9 venv/lib/python3*/site-packages
install_wheel nvidia-cuda-nvrtc-13.0.88 venv/lib/python3*/site-packages
python=$stage/venv/bin/python
cat >program.py <<'PY'
import ctypes
import sys
sys.path.insert(0, ".")
from maps import mapped

for name in sys.argv[1:]:
    library = ctypes.CDLL(name)
    text = ctypes.create_string_buffer(128)
    call = library.ncclGetUniqueId if "nccl" in name else library.nvrtcVersion
    call(text, ctypes.byref(text, 64))
print("\n".join(path for path in mapped() if "/cache/" not in path))
PY
export NCCL_SOCKET_IFNAME=lo
for names in 'libnccl.so.2 libnvrtc.so.13' libnccl.so.2 libnvrtc.so.13; do
    rm -rf traces
    PATH=${python%/*}:$PATH "$TOOL" run --lazy all --trace traces -- python program.py $names >mapped
    "$TOOL" trace traces >said
    sed -n 's/^  opened //p' said | sort >opened
    [ -s opened ] && [ "$(cat opened)" = "$(sort mapped)" ] || fail "$(cat said mapped)"
    equal "$(wc -l <opened)" "$(echo $names | wc -w)"
    "$TOOL" trace --json traces >json
    "$PYTHON" -c 'import json, sys
for process in json.load(open("json"))["processes"]:
    assert process["opened"].endswith("/" + process["library"]), process'
    "$TOOL" run --clean >/dev/null
done
