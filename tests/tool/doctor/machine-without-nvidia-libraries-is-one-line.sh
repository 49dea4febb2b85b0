# On a machine without NVIDIA libraries, doctor and the summary say so in one line.
mkdir -p root/usr/bin root/venv/bin root/venv/lib/python3.11/site-packages/app
cp "$TOOL" root/venv/bin/python3
echo 'home = /usr/bin' >root/venv/pyvenv.cfg
for target in --no-python "--python /venv"; do
    "$TOOL" doctor --root root $target >out
    equal "$(sed 1d out)" 'no NVIDIA libraries here'
    "$TOOL" --root root $target >out
    says out '^libraries  no NVIDIA libraries here$'
    says_not out nothing
done
# nor a copy in the user's site-packages, but it is named
mkdir -p root/user/lib/python3.11/site-packages/nvidia/nccl/lib
cp "$FAKE/libnccl.so.2" root/user/lib/python3.11/site-packages/nvidia/nccl/lib
PYTHONUSERBASE=/user "$TOOL" doctor --root root --python /venv >out
says out '^/user/lib/.*/libnccl\.so\.2: not searched, because a virtual environment is active: pip install nvidia-nccl'

# a module that needs a library is something
echo 'int ncclGetVersion(int *); int use(void) { return ncclGetVersion(0); }' >use.c
$CC -shared -fPIC use.c -o root/venv/lib/python3.11/site-packages/app/use.so "$FAKE/libnccl.so.2"
"$TOOL" doctor --root root --python /venv >out && fail "$(cat out)"
says_not out 'no NVIDIA libraries here'
says out LN115

# A virtual environment in this folder that is not active
mkdir -p project/.venv
touch project/.venv/pyvenv.cfg
(cd project && env -i PATH=/nowhere "$TOOL" doctor --no-python) >out || true
says out '^./.venv is not active: lazynccl doctor .venv$|problems|error'
