# `find --import` starts the first python3 in PATH, imports a module, and prints the mapped
# libraries.
fake_library nccl 2.27.3 "$stage/own"
fake_library nccl 2.20.3 "$stage/old"
mkdir package bin
ln -s "$("$PYTHON" -c 'import sys; print(sys.executable)')" bin/python3 # a shim would need its shell in PATH
cat >package/__init__.py <<'END'
import ctypes, os
print("chatter on standard output")
handle = ctypes.CDLL(os.environ["OWN"])
END
echo 'import ctypes; part = ctypes' >package/parts.py
echo 'raise RuntimeError("two\nlines")' >broken.py
look()
{
    env -i PATH="$stage/bin" OWN="$stage/own/libnccl.so.2" LD_LIBRARY_PATH="$stage/old" \
        PYTHONPATH="$stage" "$TOOL" find -p nccl "$@"
}

# ld.so alone would find the older library.
look >out
says out "^nccl +ld\.so +2\.20\.3 +LD_LIBRARY_PATH +$stage/old"
look --import package >out
says out '^examining: .*python.* with package imported$'
says out "^nccl +ld\.so +2\.27\.3 +loaded +$stage/own/libnccl\.so\.2$"
says_not out chatter
look --import package.parts.part >out
says out "^nccl +ld\.so +2\.27\.3 +loaded +.*$"
look --import package --json | in_json /dev/stdin 'assert said["libraries"][0]["ld.so"]["location"] == "loaded", said'

# A module that cannot be imported gets one line.
for module in broken nothing; do
    exits 2 look --import $module >out 2>err
    equal "$(cat out)" ""
    equal "$(wc -l <err)" 1
done
says err 'nothing: ModuleNotFoundError: '
exits 3 look --import package --pid 1 >out 2>err
[ -z "$(pgrep -f "$stage/bin/python3")" ] || fail "a Python is left"
