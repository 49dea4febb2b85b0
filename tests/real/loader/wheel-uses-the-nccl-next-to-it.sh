# Without NCCL the wheel's module can be imported and says what to install; after that it uses the
# NCCL installed next to it, for either CUDA.
. "$SOURCE/tests/real/support/wheels.sh"
old=nvidia-nccl-cu12-2.18.1 new=nvidia-nccl-cu13-2.28.9
need_release $old $new
tools

cat >use.py <<'P'
import nccl_id
mapped = open("/proc/self/maps").read()
print("mapped" if "libnccl" in mapped else "nothing mapped")
print(nccl_id.why())
try:
    ids = {nccl_id.unique_id() for _ in range(2)}
    print(nccl_id.version(), len(ids), {len(id) for id in ids})
except RuntimeError as error:
    print(error)
P

# use EXAMPLE [RELEASE...]: in a new environment with the wheel and these releases.
use()
{
    example=$1
    shift
    rm -rf env
    "$PYTHON" -m venv --without-pip env || return
    site=$(echo "$PWD"/env/lib/python3.*/site-packages) || return
    python -m zipfile -e $example/dist/*.whl "$site" || return
    for release in "$@"; do
        install_wheel "$release" "$site" || return
    done
    env/bin/python -I use.py
}

for example in wheel-meson wheel-setuptools wheel-cython wheel-pybind11 wheel-nanobind; do
    build_wheel $example $new
    use $example >said || fail "$(cat said)"
    says said '^nothing mapped$'
    reason='NCCL cannot be used: no libnccl\.so\.2 .*pip install nvidia-nccl-cu13 or nvidia-nccl-cu12'
    equal "$(grep -c "^$reason" said)" 2
    for release in $old $new; do
        equal "$(use $example $release)" "nothing mapped
None
$(number $release) 2 {128}"
    done
done
