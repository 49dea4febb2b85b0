# What stand-ins save: memory after `import torch` and the installation, before and after; the data
# of the picture in README (python3 gen picture).
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/bench/row.sh"
need_tool

base=$(ls -d "${XDG_CACHE_HOME:-$HOME/.cache}"/lazynccl/envs/torch-* 2>/dev/null | tail -n 1)
if [ -z "$base" ]; then
    row "memory and installation of PyTorch" "no such environment: ./dev test real torch-2.15.0"
    exit 0
fi
cp -al "$base" env 2>/dev/null || skip "the cache is on another file system than $PWD"
site=$(echo env/lib/python3*/site-packages)
find "$site" -name __pycache__ -prune -exec rm -rf {} +
export PYTHONDONTWRITEBYTECODE=1
env/bin/python "$SOURCE/tests/bench/stack.py" >before.json
"$TOOL" stand-in "$site" -o wheels >made || fail "$(cat made)"
"$PYTHON" -m pip --disable-pip-version-check --python env/bin/python install --quiet --no-index \
    --no-deps --no-compile --force-reinstall wheels/*.whl
env/bin/python "$SOURCE/tests/bench/stack.py" >after.json
printf '{"before": %s, "after": %s}\n' "$(cat before.json)" "$(cat after.json)" >"$BUILD/stack.json"

# figure MEMBER: "514 → 268 MiB"
figure()
{
    "$PYTHON" -c 'import json, sys
data = json.load(open(sys.argv[1]))
print(*(round(data[when][sys.argv[2]] / 1024) for when in ("before", "after")), sep=" → ", end=" MiB")' \
        "$BUILD/stack.json" "$1"
}
# halved MEMBER
halved()
{
    "$PYTHON" -c 'import json, sys
data = json.load(open(sys.argv[1]))
sys.exit(data["after"][sys.argv[2]] > 0.6 * data["before"][sys.argv[2]])' "$BUILD/stack.json" "$1"
}
row "import torch, resident memory" "$(figure resident)" "<= 60 %" halved resident
row "  of it anonymous" "$(figure anonymous)"
row "PyTorch as installed" "$(figure installed)" "<= 60 %" halved installed
