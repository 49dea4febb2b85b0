# `lazynccl run --lazy` also makes stand-ins for libraries of a conda environment, a toolkit and a
# folder in LD_LIBRARY_PATH, for programs and Python scripts, and reaches the children of torchrun
# and mpirun.
# It reports at startup what it cannot reach: options of Python, DT_RPATH, absolute paths.
# "system" is left out where the toolkit is meant: the machine's loader cache may list a CUDA
export XDG_CACHE_HOME=$stage/cache LAZYNCCL_SEARCH=env,wheel,conda,toolkit
with_system=env,wheel,conda,system,toolkit
"$PYTHON" -m venv --without-pip venv
python=$stage/venv/bin/python
PATH=$stage/venv/bin:$PATH
library conda/lib/libcufft.so.11 'int number(void) { return 11; }'
library toolkit/lib64/libcublas.so.13 'int number(void) { return 13; }'
library toolkit/lib64/libcublasLt.so.13 'int number(void) { return 14; } int data = 1;'
library toolkit/lib64/libcuda.so.1 'int number(void) { return 1; }'
library toolkit/lib64/libother.so.1 'int number(void) { return 2; }'
ln -s libcublas.so.13 toolkit/lib64/libcublas.so
library module/libcusparse.so.12 'int number(void) { return 12; }'
cat >ask.py <<'END'
import ctypes
import os
import sys

def mapped():
    with open("/proc/self/maps", encoding="utf-8") as maps:
        paths = {line.split(None, 5)[5].strip() for line in maps if line.count("/")}
    return " ".join(sorted(os.path.basename(path) for path in paths
                           if "/lazynccl-test." in path and "/cache/" not in path)) or "nothing"

libraries = [ctypes.CDLL(name) for name in sys.argv[1:]]
print(os.environ.get("OMPI_COMM_WORLD_RANK", "-"), mapped())
print(*(library.number() for library in libraries), mapped())
END
# asks OUTPUT LIBRARY...
asks()
{
    expected=$1
    shift
    "$TOOL" run --lazy all -- "$python" ask.py "$@" >said 2>&1 || fail "$(cat said)"
    equal "$(cat said)" "- nothing
$expected"
}
# as ld.so finds them; the driver, libraries of others and what has data are real
export CUDA_HOME=$stage/toolkit
CONDA_PREFIX=$stage/conda asks '11 libcufft.so.11' libcufft.so.11
asks '13 libcublas.so.13' libcublas.so.13
CUDA_PATH=$stage/toolkit CONDA_PREFIX=$stage/conda asks '13 11 libcublas.so.13 libcufft.so.11' \
    libcublas.so.13 libcufft.so.11
LAZYNCCL_SEARCH=$with_system LD_LIBRARY_PATH=$stage/module:relative: asks '12 libcusparse.so.12' libcusparse.so.12
for soname in libcuda.so.1 libother.so.1 libcublasLt.so.13 libcublas.so; do
    [ -z "$(find cache -name $soname -type f)" ] || fail "a stand-in of $soname"
done
# a conda environment that is not activated: its Python's prefix, where its modules find libraries
mkdir -p prefix/bin
cp -r venv/lib venv/pyvenv.cfg prefix
ln -s "$(readlink -f "$python")" prefix/bin/python
library prefix/lib/libcurand.so.10 'int number(void) { return 10; }'
echo 'int number(void); int use(void) { return number(); }' >module.c
$CC -shared -fPIC module.c -o prefix/lib/module.so prefix/lib/libcurand.so.10 \
    -Wl,--disable-new-dtags,-rpath,'$ORIGIN'
LAZYNCCL_SEARCH=$with_system "$TOOL" run --lazy all --record drawn -- prefix/bin/python -c '
import ctypes
module = ctypes.CDLL("prefix/lib/module.so")
print(open("drawn").read(), module.use())' >said 2>&1 || fail "$(cat said)"
equal "$(cat said)" ' 10'
says drawn '^libcurand.so.10 number .*/prefix/lib/libcurand.so.10$'

# a program, linked with a RUNPATH
echo 'int number(void); int main(void) { return number() != 13; }' >program.c
$CC program.c -o program toolkit/lib64/libcublas.so.13 -Wl,-rpath,"$stage/toolkit/lib64"
LAZYNCCL_SEARCH=$with_system "$TOOL" run --lazy all --record opened -- ./program 2>said || fail "$(cat said)"
says opened '^libcublas.so.13 number [0-9]+ [0-9]+ /.*/toolkit/lib64/libcublas.so.13$'
[ ! -s said ] || fail "$(cat said)"

# what goes past it is said: past PATTERN COMMAND...
past()
{
    pattern=$1
    shift
    "$TOOL" run --lazy all -- "$@" >said 2>err || fail "$(cat said err)"
    equal "$(wc -l <err)" 1
    says err "^lazynccl run: $pattern"
}
silent()
{
    "$TOOL" run --lazy all -- "$@" >said 2>err || fail "$(cat said err)"
    [ ! -s err ] || fail "$*: $(cat err)"
}
$CC program.c -o old toolkit/lib64/libcublas.so.13 -Wl,--disable-new-dtags,-rpath,"$stage/toolkit/lib64"
past '.*old has the search path .*/toolkit/lib64 .DT_RPATH., which precedes LD_LIBRARY_PATH: ' ./old
mkdir fixed
echo 'int number(void) { return 13; }' | $CC -shared -fPIC -x c - -o "$stage/fixed/libfixed.so"
$CC program.c -o by-path "$stage/fixed/libfixed.so"
past '.*by-path needs /.*/libfixed.so by path: this library stays real$' ./by-path
for option in -I -S -E -Es -BI; do
    past "python $option ignores PYTHONPATH: " "$python" $option -c ''
    past "python $option ignores PYTHONPATH: " "$python" -X dev -W ignore -B $option -c ''
done
silent "$python" -B -c 'import sys; sys.exit(0)' -I
silent "$python" -W ignore::ImportWarning -XIES -c ''
silent "$python" -mthis -S
echo "print('ran')" >plain
silent "$python" plain -I
# script INTERPRETER-LINE
script()
{
    printf '%s\nprint("ran")\n' "$1" >script
    chmod +x script
}
script "#!$python -Es"
past 'python -Es ignores PYTHONPATH: ' ./script
script "#!/usr/bin/env -S python3 -I"
past 'python -I ignores PYTHONPATH: ' ./script
script "#!$python"
silent ./script -I
says said ran

# mpirun's children; a script starts two processes where it is not installed
if ! command -v mpirun >/dev/null; then
    cat >venv/bin/mpirun <<'END'
#!/bin/sh
shift 3
OMPI_COMM_WORLD_RANK=0 "$@" && OMPI_COMM_WORLD_RANK=1 "$@"
END
    chmod +x venv/bin/mpirun
fi
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "$TOOL" run --lazy all --record ranks -- \
    mpirun --oversubscribe -np 2 "$python" ask.py libcublas.so.13 >said 2>err || fail "$(cat said err)"
equal "$(sort said)" "0 nothing
1 nothing
13 libcublas.so.13
13 libcublas.so.13"
equal "$(wc -l <ranks)" 2
