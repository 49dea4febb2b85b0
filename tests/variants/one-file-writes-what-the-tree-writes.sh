# lazynccl.pyz, the wheel lazynccl-generator and the source tree write the same bytes, with Python 3.9 too, in any
# folder, locale and umask. The one file is the same wherever it is packed, and refuses in one line.
tomli=$("$PYTHON" -c 'import sys; print(sys.prefix)')/tomli
[ -e "$tomli/tomli" ] || skip "tomli is not in build/venv: run ./dev setup"

# The same bytes from another folder, on another day, with another umask and locale
mkdir -p "a tree/packaging" "a tree/src" one
for name in NEWS.md gen stubs include LICENSE LICENSES meson.build packaging/rules packaging/wheel src/runtime src/windows; do
    cp -R "$SOURCE/$name" "a tree/$name"
done
"$PYTHON" -B "$SOURCE/packaging/wheel/generator.py" "$tomli" one >packed
(
    umask 077
    export LC_ALL=C PYTHONUTF8=0 TZ=Asia/Tokyo SOURCE_DATE_EPOCH=1700000000
    "$PYTHON" -B "a tree/packaging/wheel/generator.py" "$tomli" "a tree/two"
) >packed
for file in one/*; do
    cmp "$file" "a tree/two/${file##*/}"
done
equal "$(ls one | wc -l)" 2
pyz=$stage/one/lazynccl.pyz

# old VERSION: prints a Python of this version, if there is one.
old()
{
    for python in "python$1" "${HOME-}/.pyenv/versions/$1".*/bin/python; do
        if "$python" -c "import sys; sys.exit('%d.%d' % sys.version_info[:2] != '$1')" 2>/dev/null; then
            echo "$python"
            return
        fi
    done
}

# Each way to run it, and the same files
cp "$SOURCE/tests/gen/one.toml" mine.toml
echo 'int own_sum(int a, int b) { return a + b; }' >own.c
$CC -shared -fPIC own.c -o libown.so.1 -Wl,-soname,libown.so.1

# writes FOLDER COMMAND...: the files of several kinds of stubs and options.
writes()
{
    folder=$1
    shift
    "$@" vendor nvrtc nvjitlink --declare --machine x86_64 -o "$folder/cuda" &&
        "$@" vendor mine.toml -o "$folder/mine" &&
        "$@" vendor nccl --rust --search full --prefix other -o "$folder/crate" &&
        "$@" vendor nvml --no-calls --cuda 13 -o "$folder/pointers" &&
        "$@" vendor libown.so.1 --only own_sum --absent -1 -o "$folder/own"
}

# same FOLDER COMMAND...: these are the files of the source tree.
same()
{
    writes "$@" >said 2>&1 || fail "$*: $(cat said)"
    diff -r tree "$1" >said || fail "$1: other bytes: $(head -n 5 said)"
}
writes tree "$PYTHON" -B "$SOURCE/gen" >said 2>&1 || fail "$(cat said)"
equal "$(find tree -type f | wc -l)" 14
same "by the file" "$PYTHON" "$pyz"
mkdir "a folder"
cp "$pyz" "a folder/generate"
(
    umask 077
    export LC_ALL=C PYTHONUTF8=0 PYTHONIOENCODING=ascii
    "$PYTHON" "a folder/generate" vendor nvrtc nvjitlink --declare --machine x86_64 -o private
    diff -r tree/cuda private
)
"$PYTHON" "$pyz" vendor --check private >said || fail "$(cat said)"
python=$(old 3.9)
[ -n "$python" ] || python=$(old 3.10)
if [ "$python" ]; then
    same old "$python" "$pyz"
else
    echo "not tried: Python 3.9 or 3.10, neither of which is here"
fi
"$PYTHON" -m pip install --disable-pip-version-check --quiet --no-index --no-deps --no-compile \
    --target site one/*.whl >said 2>&1 || fail "pip: $(cat said)"
PYTHONPATH=$stage/site "$PYTHON" site/bin/lazynccl-generator vendor mine.toml -o wheel
diff -r tree/mine wheel
PYTHONPATH=$stage/site "$PYTHON" - <<'END' || fail "the module"
import os
import lazynccl_generator
lazynccl_generator.vendor("mine.toml", output="module")
def written():
    lazynccl_generator.vendor("mine.toml", output="module")
    return os.stat("module/lazynccl.c").st_mtime_ns
first = written()
assert written() == first, "the same inputs are generated again"
open("mine.toml", "a").write("# changed\n")
assert written() != first, "a changed input is not generated again"
open("mine.toml", "r+").truncate(os.stat("mine.toml").st_size - len("# changed\n"))
assert written() != first
os.unlink("module/lazynccl.inputs")
try:
    lazynccl_generator.vendor("ncl", output="none")
except lazynccl_generator.GeneratorError as error:
    assert str(error).startswith("lazynccl vendor: no such library: ncl; did you mean nccl?"), error
else:
    raise AssertionError("vendor() accepts ncl")
END
diff -r tree/mine module >said || fail "the module: other bytes: $(head -n 5 said)"

# Every file in it is Python 3.9, also without one here.
"$PYTHON" - "$pyz" <<'END' || fail "not Python 3.9"
import ast, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as pyz:
    names = [name for name in pyz.namelist() if name.endswith(".py")]
    for name in names:
        ast.parse(pyz.read(name), name, feature_version=(3, 9))
assert len(names) > 40 and "tomli/_parser.py" in names, names
assert "MIT License" in zipfile.ZipFile(sys.argv[1]).read("LICENSES/tomli.txt").decode()
END

# refuses STATUS PATTERN ARGUMENT...: prints one line that matches, and writes nothing.
refuses()
{
    wanted=$1 pattern=$2 status=0
    shift 2
    "$@" >said 2>&1 || status=$?
    equal "$status $(wc -l <said)" "$wanted 1"
    says said "$pattern"
    [ ! -e none ] || fail "$*: leaves files"
}
refuses 3 '^lazynccl.pyz: no verb: give vendor or describe; see --help$' "$PYTHON" "$pyz"
refuses 3 '^lazynccl.pyz: find: no such verb: give vendor or describe' "$PYTHON" "$pyz" find
refuses 3 '^usage: vendor ' "$PYTHON" "$pyz" vendor nccl
refuses 3 '^lazynccl vendor: no such library: ncl; did you mean nccl\?$' "$PYTHON" "$pyz" vendor ncl -o none
refuses 1 '^--only: nvmlInot is not a function of NVML: nvmlInit\?$' \
    "$PYTHON" "$pyz" vendor nvml --only nvmlInot,nvmlInit -o none
refuses 1 '^own\.c/none: Not a directory' "$PYTHON" "$pyz" vendor nccl -o own.c/none
refuses 2 '^describe: libclang for Python is missing: install ' \
    "$PYTHON" -S "$pyz" describe own.h libown.so.1 -o none
refuses 0 '^lazynccl [0-9.]*$' "$PYTHON" "$pyz" --version
for version in 2.7 3.6 3.8; do
    python=$(old $version)
    [ -z "$python" ] || refuses 2 '^lazynccl.pyz: needs Python 3.9 or newer, and this is [23]\.' \
        "$python" "$pyz" vendor nccl -o none
done

# Where libclang is, it describes.
"$PYTHON" -c 'import clang.cindex' 2>/dev/null || exit 0
echo 'int own_sum(int a, int b);' >own.h
"$PYTHON" "$pyz" describe own.h libown.so.1 -I. -o own.toml >said || fail "describe: $(cat said)"
mkdir again
"$PYTHON" -B "$SOURCE/gen" describe own.h libown.so.1 -I. -o again/own.toml >said || fail "describe: $(cat said)"
cmp own.toml again/own.toml
