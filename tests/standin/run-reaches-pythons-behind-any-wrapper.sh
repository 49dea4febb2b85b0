# `lazynccl run --lazy all` works whatever starts the Python: each Python that starts uses stand-ins
# of its own wheels, and hands them on to its children. It does nothing for another user, and a
# Python whose stand-ins cannot be made runs with the real libraries.
need strace
for name in venv other plain; do
    "$PYTHON" -m venv --without-pip $name
done
wheel() # VENV NUMBER
{
    folder=$(echo "$stage/$1"/lib/python3*/site-packages)/nvidia/fake/lib
    library "$folder/libcufft.so.12" "int number(void) { return $2; }"
}
wheel venv 12
wheel other 112
cat >ask.py <<'END'
import ctypes

def mapped():
    with open("/proc/self/maps", encoding="utf-8") as maps:
        return "real" if "/site-packages/nvidia/" in maps.read() else "lazy"

before = mapped()
print(before, ctypes.CDLL("libcufft.so.12").number(), mapped())
END
cat >script <<END
#!/bin/sh
"$stage/venv/bin/python" ask.py
END
chmod +x script
cat >starts.py <<'END'
import multiprocessing
import subprocess
import sys

def ask():
    import ask

if __name__ == "__main__":
    subprocess.run([sys.executable, "ask.py"], check=True)
    for method in "spawn", "forkserver", "fork":
        process = multiprocessing.get_context(method).Process(target=ask)
        process.start()
        process.join()
END
export XDG_CACHE_HOME=$stage/cache LAZYNCCL_SEARCH=api,env,loaded,partner,wheel
python=$stage/venv/bin/python
PATH=$stage/plain/bin:$PATH
# lazy EXPECTED COMMAND...
lazy()
{
    expected=$1
    shift
    "$TOOL" run --lazy all -- "$@" >said 2>err || fail "$*: $(cat said err)"
    equal "$(cat said)" "$expected"
}
lazy 'lazy 12 real' "$python" ask.py
lazy 'lazy 12 real' env "$python" ask.py
lazy 'lazy 12 real' env venv/bin/python ask.py
lazy 'lazy 12 real' sh -c 'cd other && ../venv/bin/python ../ask.py'
lazy 'lazy 12 real' nice timeout 60 "$python" ask.py
lazy 'lazy 12 real' sh -c "'$python' ask.py"
lazy 'lazy 12 real' ./script
lazy 'lazy 12 real' plain/bin/python -c "import subprocess; subprocess.run(['$python', 'ask.py'])"
lazy 'lazy 12 real
lazy 112 real' sh -c "'$python' ask.py; '$stage/other/bin/python' ask.py"
lazy "$(printf 'lazy 12 real\n%.0s' 1 2 3 4)" env "$python" starts.py

# children of a Python start no process: they inherit its set
"$TOOL" run --lazy all -- env "$python" -c 'import os
print(os.environ["LD_LIBRARY_PATH"].split(":")[0])
print(os.environ["PYTHONPATH"].split(":")[0])' >said
equal "$(dirname "$(sed -n 1p said)")" "$(sed -n 2p said)"
grep -q "^site.*$stage/venv/" "$(sed -n 2p said)/manifest" || fail "not the set of the Python"

# if "all" finds nothing, one line says where it has looked and what to do
"$TOOL" run --lazy all -- plain/bin/python -c pass 2>err
equal "$(wc -l <err)" 1
says err "^lazynccl run: python 3.* of .*/plain has no NVIDIA wheels, .*; activate the environment, or "
"$TOOL" run --lazy all -- env true 2>err
equal "$(wc -l <err)" 1
says err "^lazynccl run: python 3.* of .*/plain has no NVIDIA wheels, .*; if the command starts a Python that has them, "
PATH=$stage/venv/bin:$PATH "$TOOL" run --lazy all -- true 2>err
[ ! -s err ] || fail "$(cat err)"

# a hidden sitecustomize still runs
: >"$(echo venv/lib/python3*/site-packages)/sitecustomize.py"
whose='import sitecustomize; print(sitecustomize.__file__)' # Debian's Python has its own
equal "$("$TOOL" run --lazy all -- env "$python" -c "$whose")" "$("$python" -c "$whose")"
rm venv/lib/python3*/site-packages/sitecustomize.py

# without the command, or without a folder to write to: the real libraries, and the program runs
"$TOOL" run --lazy all --print -- true >variables
set_of_plain=$(sed -n 's/^PYTHONPATH=//p' variables)
sed "s,^command.*,command	$stage/nowhere," "$set_of_plain/manifest" >manifest
mkdir gone
cp manifest "$set_of_plain/sitecustomize.py" gone
equal "$(PYTHONPATH=$stage/gone LD_LIBRARY_PATH=$(echo "$stage"/venv/lib/python3*/site-packages/nvidia/fake/lib) \
    "$python" ask.py)" 'lazy 12 real'
# another user
sed "s,^user.*,user	65533," "$set_of_plain/manifest" >gone/manifest
equal "$(PYTHONPATH=$stage/gone LD_LIBRARY_PATH=$(echo "$stage"/venv/lib/python3*/site-packages/nvidia/fake/lib) \
    strace -f -o log "$python" ask.py)" 'lazy 12 real'
equal "$(grep -c execve log)" 1
