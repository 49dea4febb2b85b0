# Measures what stand-ins save in each environment that `./dev test real NAME` has downloaded:
# memory and cold reads of a program that imports the package, and the installed size, before and
# after.
# `./dev stack` makes the table in docs/stand-ins.md and the picture in README from these figures.
# usage: ... [PACKAGE...]: only these packages.
need_tool
export PYTHONDONTWRITEBYTECODE=1
mkdir -p "$BUILD/stack"

# figures NAME: measures a cold run for the disk reads, and a warm run for the memory.
figures()
{
    "$PYTHON" "$SOURCE/tests/bench/cold.py" env
    env/bin/python "$SOURCE/tests/bench/stack.py" "$1" >cold.json 2>log || fail "$(cat log)"
    env/bin/python "$SOURCE/tests/bench/stack.py" "$1" >warm.json 2>log || fail "$(cat log)"
    "$PYTHON" -c 'import json
figures = json.load(open("warm.json")) | {"read": json.load(open("cold.json"))["read"]}
print(json.dumps(figures))'
}
# saved FILE MEMBER TEXT [TARGET PERCENT]: a row, "514 → 268 MiB"
saved()
{
    now=$("$PYTHON" -c 'import json, sys
data = json.load(open(sys.argv[1]))
print(*(round(data[when][sys.argv[2]] / 1024) for when in ("before", "after")), sep=" → ", end=" MiB")' \
        "$1" "$2")
    row "$3" "$now" ${4+"<= $4 %" small "$1" "$2" "$4"}
}
small()
{
    "$PYTHON" -c 'import json, sys
data = json.load(open(sys.argv[1]))
name, percent = sys.argv[2:]
sys.exit(data["after"][name] * 100 > int(percent) * data["before"][name])' "$@"
}
# measure ENVIRONMENT PACKAGE
measure()
{
    rm -rf env wheels
    cp -al "$1" env 2>/dev/null || skip "the cache is on another file system than $PWD"
    site=$(echo env/lib/python3*/site-packages)
    find "$site" -name __pycache__ -prune -exec rm -rf {} +
    figures "$2" >before.json
    "$TOOL" stand-in "$site" -o wheels >made || fail "$(cat made)"
    "$PYTHON" -m pip --disable-pip-version-check --python env/bin/python install --quiet --no-index \
        --no-deps --no-compile --force-reinstall wheels/*.whl
    figures "$2" >after.json
    data=$BUILD/stack/$2.json
    printf '{"name": "%s", "before": %s, "after": %s}\n' "$2" "$(cat before.json)" "$(cat after.json)" >"$data"
    half=60
    [ "$2" = torch ] || half=
    saved "$data" resident "$2: resident memory" $half
    saved "$data" anonymous "  of it anonymous"
    saved "$data" read "  read with a cold page cache"
    saved "$data" installed "  as installed" $half
}
[ $# -gt 0 ] || set -- torch jax cupy tensorflow openmm nvmath
for package; do
    for base in "${XDG_CACHE_HOME:-$HOME/.cache}/lazynccl/envs/$package"-*; do
        [ -e "$base/complete" ] && [ -d "$(echo "$base"/lib/python3*/site-packages)/nvidia" ] ||
            continue
        measure "$base" "$package"
    done
done
ls "$BUILD"/stack/*.json >/dev/null 2>&1 ||
    row "memory and installation with stand-ins" "no environment: ./dev test real torch-2.15.0"
