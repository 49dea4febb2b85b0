# A Python module with lazynccl finds the wheels in its own site-packages, or in another loaded
# module's; all share one copy, and without one the error says what to install.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/real/support/real.sh"
old=nvidia-nccl-cu12-2.18.1 new=nvidia-nccl-cu13-2.28.9
need_release $old $new

one=$PWD/one/lib/python3.11/site-packages
two=$PWD/two/lib/python3.11/site-packages
bare=$PWD/bare/lib/python3.11/site-packages
install_wheel $old "$one"
install_wheel $new "$two"
for site in "$one" "$two" "$bare"; do
    mkdir -p "$site/package/inner"
    consumer "$SOURCE/tests/real/loader/extension.c" "$site/package/inner/module.so" -fPIC -shared \
        -fvisibility=hidden $(headers $new)
done
cat >load.py <<'P'
import ctypes, sys
for action in sys.argv[1:]:
    path = action.removeprefix("only:")
    module = ctypes.CDLL(path)
    if path != action:
        continue
    for function in (module.why, module.path, module.found_via, module.report):
        function.restype = ctypes.c_char_p
    result = module.use()
    print(result, module.found_via(), module.path())
    if result < 0:
        print(module.why(-result).decode())
        print(module.report().decode())
P

# Uses the base Python, because the virtual environment's site-packages has NVIDIA's wheels, and
# comes before VIRTUAL_ENV's.
base=$("$PYTHON" -c 'import sys; print(sys._base_executable)')

# load MODULE...: uses the modules in turn; a module after "only:" is only loaded.
load()
{
    $base -I -S load.py "$@" >said || fail "$(cat said)"
}
in_one="$one/package/inner/module.so" in_two="$two/package/inner/module.so"
in_bare="$bare/package/inner/module.so"

load "$in_one"
equal "$(cat said)" "21801 b'wheel' b'$one/nvidia/nccl/lib/libnccl.so.2'"
load "$in_two"
equal "$(cat said)" "22809 b'wheel' b'$two/nvidia/nccl/lib/libnccl.so.2'"

# Two modules, each with its own lazynccl, and one NCCL.
load "$in_one" "$in_two"
equal "$(cat said)" "21801 b'wheel' b'$one/nvidia/nccl/lib/libnccl.so.2'
21801 b'loaded' b'$one/nvidia/nccl/lib/libnccl.so.2'"

# The order: its own site-packages, those of loaded objects, the active environment's.
load "only:$in_one" "$in_two"
equal "$(cat said)" "22809 b'wheel' b'$two/nvidia/nccl/lib/libnccl.so.2'"
load "only:$in_two" "$in_bare"
equal "$(cat said)" "22809 b'wheel' b'$two/nvidia/nccl/lib/libnccl.so.2'"
VIRTUAL_ENV=$PWD/one load "only:$in_two" "$in_bare"
equal "$(cat said)" "22809 b'wheel' b'$two/nvidia/nccl/lib/libnccl.so.2'"
VIRTUAL_ENV=$PWD/one load "$in_bare"
equal "$(cat said)" "21801 b'wheel' b'$one/nvidia/nccl/lib/libnccl.so.2'"

# Without NCCL: NCCL's error code, and the remedy.
VIRTUAL_ENV=$PWD/bare load "$in_bare"
says said '^-2 None None$'
says said '^NCCL cannot be used: no libnccl.so.2 .*pip install nvidia-nccl-cu13'
says said "^wheel .*$bare: no libnccl.so.2"
