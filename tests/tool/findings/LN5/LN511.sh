# A module calls NCCL and needs nothing that has it: its vendored lazynccl.c was not compiled.
verb="audit /venv/lib/python3.11/site-packages"
echo 'int ncclGetVersion(int *); int use(void) { return ncclGetVersion(0); }' >undefined.c
printf '#pragma weak ncclGetVersion\n' | cat - undefined.c >weak.c
# following the advice; a weak reference
for more in "$ARCHIVE" weak.c; do
    source=undefined.c
    [ "$more" != weak.c ] || source=
    $CC -shared -fPIC $source "$more" -o "$site/train/undefined.so"
    on_root audit /venv/lib/python3.11/site-packages >said || fail "finds: $(cat said)"
done
$CC -shared -fPIC undefined.c -o "$site/train/undefined.so"
# a wheel that needs nothing from outside
"$PYTHON" - "$site/train/undefined.so" <<'END'
import sys, zipfile
with zipfile.ZipFile("m-1-cp311-cp311-linux_x86_64.whl", "w") as wheel:
    wheel.write(sys.argv[1], "m.so")
    wheel.writestr("m-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: m\nVersion: 1\n")
    wheel.writestr("m-1.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: cp311-cp311-linux_x86_64\n")
    wheel.writestr("m-1.dist-info/RECORD", "")
END
! "$TOOL" audit m-1*.whl >said || fail "accepts the wheel: $(cat said)"
says said '^m-1.*: not self-contained: calls functions that nothing defines$'
! "$TOOL" audit --json m-1*.whl >json || fail "accepts the wheel: $(cat json)"
says json '"self_contained": ?false'
says said '^error\[LN511\] .*m\.so: nothing that it needs defines ncclGetVersion$'
