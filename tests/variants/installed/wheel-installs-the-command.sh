# pip installs the Python wheel of an installed tree without a network, with the command and its
# files; its tag says which glibc it needs, and its bytes are reproducible.
need_tool
"$PYTHON" -m venv fresh || skip "this Python cannot create virtual environments"

"$PYTHON" -B "$SOURCE/packaging/wheel/pack.py" "$prefix" one "$TOOL" >said
"$PYTHON" -B "$SOURCE/packaging/wheel/pack.py" "$prefix" two "$TOOL" >said
wheel=$(echo one/*)
cmp "$wheel" two/* || fail "two builds differ"
echo "$wheel" | grep -Eq "^one/lazynccl-[0-9.]+-py3-none-manylinux_2_[0-9]+_$(uname -m)\.whl\$" ||
    fail "unexpected wheel name: $wheel"

# its tag names the newest glibc that the command needs
newest=$("$TOOL" symbols --json "$TOOL" | grep -o '"GLIBC_2\.[0-9]*' | sort -Vu | tail -n 1)
echo "$wheel" | grep -q "manylinux_2_${newest##*.}_" || fail "$wheel, but the command needs $newest"

find fresh ! -type d ! -name '*.pyc' | sort >before
fresh/bin/python -m pip install --disable-pip-version-check -q --no-index "$wheel" >pip.log 2>&1 ||
    fail "$(cat pip.log)"
equal "$(fresh/bin/lazynccl --version)" "$("$TOOL" --version)"
[ -e fresh/share/man/man1/lazynccl.1 ] || fail "no manual page"
LAZYNCCL_LIBPATH=$FAKE PATH=$stage/fresh/bin:$PATH fresh/bin/lazynccl find nccl >found
says found "^examining: python [0-9.]+ of $stage/fresh\$"
says found '^ +lazynccl +2\.28\.9 '
for command in fresh/bin/lazynccl "fresh/bin/python -m lazynccl"; do # of a Python that is not active
    LAZYNCCL_LIBPATH=$FAKE $command find nccl >found
    says found "^examining: python [0-9.]+ of $stage/fresh\$"
done
: >fresh/pipx_metadata.json # made for the command alone
LAZYNCCL_LIBPATH=$FAKE fresh/bin/lazynccl find nccl >found
says_not found "$stage/fresh"
rm fresh/pipx_metadata.json
fresh/bin/lazynccl vendor nccl -o vendored || fail "vendor from the wheel"
$CC -c vendored/lazynccl.c -o vendored.o
fresh/bin/python -m pip uninstall -y -q lazynccl
find fresh ! -type d ! -name '*.pyc' | sort | diff before - || fail "pip uninstall leaves files"
equal "$(find fresh -name '*lazynccl*')" ""
says_not "$SOURCE/packaging/wheel/README.md" '\]\([^h]' # PyPI shows it, where only full addresses lead on

# README and limits.md name the licence of each library that is linked into the wheel.
"$PYTHON" -B - <<'END'
import os, pathlib, re, runpy
root = pathlib.Path(os.environ["SOURCE"])
linked_in = runpy.run_path(str(root / "packaging/wheel/pack.py"))["LINKED_IN"]
for document in "README.md", "docs/limits.md":
    text = (root / document).read_text(encoding="utf-8")
    for licence in re.findall(r"[\w.-]*[a-z0-9]", " ".join(linked_in.values())):
        family = licence.partition("-")[0] if licence.startswith("BSD") else licence
        assert family in text, f"{document} does not name {licence}"
END

# The command accepts the wheel: each name occurs once, and all are in its RECORD.
"$TOOL" audit "$wheel" >said || [ $? = 1 ] || fail "the command rejects its own wheel"
"$PYTHON" - "$wheel" <<'END'
import base64, hashlib, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as wheel:
    record = next(name for name in wheel.namelist() if name.endswith("/RECORD"))
    rows = dict(line.split(",", 1) for line in wheel.read(record).decode().splitlines())
    assert set(rows) == set(wheel.namelist()), rows
    for name, row in rows.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(wheel.read(name)).digest()).decode()
        assert name == record or row.split(",")[0] == "sha256=" + digest.rstrip("="), name
END
