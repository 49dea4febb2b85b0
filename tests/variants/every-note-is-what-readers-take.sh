# The .note.dlopen of each variant has all that packaging tools read: sonames, a feature with one
# description, a priority. systemd's dlopen-notes reads them, if it is installed.
need_tool

echo 'int toy(void) { return 1; }' >toy.c
long=$(printf 'long%0100d' 1)
for name in toy "$long"; do
    $CC -shared -fPIC toy.c -Wl,-soname,"lib$name.so.3" -o "lib$name.so.3"
    "$TOOL" stand-in "lib$name.so.3" -o stand-ins >made
done
fake_library nccl 2.28.9 real
"$TOOL" stand-in real/libnccl.so.2 -o stand-ins >made

echo 'int ncclGetVersion(int *); int main(void) { int v; return ncclGetVersion(&v); }' >main.c
$CC main.c "$ARCHIVE" -o archive -ldl
for priority in required suggested; do
    "$PYTHON" "$SOURCE/gen" vendor nccl --priority $priority -o $priority
    $CC main.c $priority/lazynccl.c -o vendored-$priority -ldl
done
sed 's/^name = .*/&\nfeature = "collectives"\ndescription = "Faster reductions"/' \
    "$SOURCE/stubs/nccl.toml" >nccl.toml
"$PYTHON" "$SOURCE/gen" vendor nccl.toml -o own
$CC main.c own/lazynccl.c -o vendored-own -ldl
"$TOOL" symbols --json vendored-own >own.json
says own.json '"feature": *"collectives"'
says own.json '"description": *"Faster reductions"'

cat >check.py <<'PY'
import json
import subprocess
import sys

described = {}
for file in sys.argv[2:]:
    notes = json.loads(subprocess.check_output([sys.argv[1], "symbols", "--json", file]))["dlopen"]
    assert notes, f"{file} has no note"
    for note in notes:
        assert {*note} == {"soname", "feature", "description", "priority"}, f"{file}: {note}"
        assert note["soname"] and all(isinstance(name, str) for name in note["soname"]), note
        same = described.setdefault(note["feature"], note["description"])
        assert same == note["description"], f"{file}: {note['feature']} has two descriptions"
        print(file.rpartition("/")[2][:20], note["soname"][0][:20], note["priority"])
PY
set -- archive vendored-own vendored-required vendored-suggested stand-ins/*
"$PYTHON" check.py "$TOOL" "$@" >notes
equal "$(cat notes)" 'archive libnccl.so.2 recommended
vendored-own libnccl.so.2 recommended
vendored-required libnccl.so.2 required
vendored-suggested libnccl.so.2 suggested
liblong0000000000000 liblong0000000000000 recommended
libnccl.so.2 libnccl.so.2 recommended
libtoy.so.3 libtoy.so.3 recommended'

exits 3 "$PYTHON" "$SOURCE/gen" vendor nccl --priority optional -o none 2>said
equal "$(cat said)" 'lazynccl vendor: --priority: optional is not one of required, recommended, suggested'

if command -v dlopen-notes >/dev/null; then
    shows '^libtoy.so.3 recommended$' dlopen-notes --features --sonames "$@"
    shows '^libnccl.so.2 required$' dlopen-notes --sonames vendored-required
    dlopen-notes --help >help
    if grep -q -e --rpm-fileattr help; then # since 0.18
        echo archive | dlopen-notes --rpm-fileattr Recommends >said
        says said '^libnccl.so.2\(\)'
    fi
fi
