# `lazynccl find` examines a file (--from), a process (--pid), or by default the first Python.

# a module in site-packages with a RUNPATH: ld.so uses the RUNPATH, lazynccl the site-packages
site=$stage/venv/lib/python3.11/site-packages
fake_library nccl 2.20.3 "$site/nvidia/nccl/lib"
fake_library nccl 2.19.3 "$site/module.libs"
echo 'int ncclGetVersion(int *); int use(void) { return ncclGetVersion(0); }' >module.c
$CC -w -shared -fPIC module.c -o "$site/module.so" "$site/module.libs/libnccl.so.2" \
    -Wl,-rpath,'$ORIGIN/module.libs' -Wl,--enable-new-dtags -Wl,--unresolved-symbols=ignore-all
"$TOOL" find nccl --from "$site/module.so" >found
equal "$(sed -n 1p found)" "examining: module.so in $stage/venv (python 3.11)"
says found 'ld\.so +2\.19\.3 +RUNPATH +.../module\.libs'
says found 'lazynccl +2\.20\.3 +wheel +.../nvidia/nccl/lib'

# a path relative to the current folder
(cd "$site" && "$TOOL" find nccl --from module.so) >relative
cmp found relative
(cd "$stage/venv" && "$TOOL" find nccl --from ../venv/./lib/../lib/python3.11/site-packages/module.so) >relative
cmp found relative

# the first python3 in PATH that is a program; its venv's site-packages count
mkdir -p "$stage/venv/bin"
cp "$TOOL" "$stage/venv/bin/python3"
echo 'home = /usr/bin' >"$stage/venv/pyvenv.cfg"
PATH=$stage/venv/bin:$PATH "$TOOL" find nccl >found
equal "$(sed -n 1p found)" "examining: python 3.11 of $stage/venv"
says found 'lazynccl +2\.20\.3 +wheel +.../nvidia/nccl/lib'

# the same Python, named: its interpreter, the folder of its environment
for choice in "--from bin/python3" "--from ." "--from $stage/venv" "--python bin/python3" "--python ." "--python $stage/venv"; do
    (cd venv && "$TOOL" find nccl $choice) >named
    cmp found named
done
(cd venv && "$TOOL" doctor --from bin/python3) >doctor || [ $? = 1 ]
says doctor "^examining: python 3\.11 of $stage/venv\$"
exits 2 "$TOOL" find --python "$stage/module.c" >out 2>err
equal "$(cat out) $(cat err)" " lazynccl find: $stage/module.c: not a Python: give an\
 interpreter, or the folder of a virtual environment"

# a module in no site-packages, as of an editable install: those of the Python that imports it are searched
echo 'int ncclGetVersion(int *); int PyInit_lazy(void) { int v; return ncclGetVersion(&v); }' >lazy.c
for search in env,wheel full; do
    "$PYTHON" "$SOURCE/gen" vendor nccl --search $search --only ncclGetVersion -o "$search"
    $CC -shared -fPIC lazy.c "$search/lazynccl.c" -o lazy.so -ldl -lpthread
    "$TOOL" find nccl --from lazy.so --python venv >named
    PATH=$stage/venv/bin:$PATH "$TOOL" find nccl --from lazy.so >found
    cmp found named
    equal "$(sed -n 1p found)" "examining: $stage/lazy.so (python 3.11 of $stage/venv)"
    says found 'lazynccl +2\.20\.3 +wheel .*/nvidia/nccl/lib'
    (export PATH="$stage/venv/bin:$PATH" && "$TOOL" doctor ./lazy.so && "$TOOL" audit lazy.so) >said
    says_not said 'no NVIDIA|LN120|not found'
    VIRTUAL_ENV=$stage/venv "$TOOL" find nccl --from lazy.so | grep -q "(python 3.11 of $stage/venv)"
    exits 1 "$TOOL" find nccl --from lazy.so --no-python >said
    mkdir -p image && cp -R venv lazy.so image
    "$TOOL" find nccl --from /lazy.so --python /venv --root image >said
    says said 'lazynccl +2\.20\.3 +wheel '
    rm -r image
done
exits 2 "$TOOL" find --from "$TOOL" --python venv >out 2>err
says err 'not a module that a Python imports: use it without --python$'

# the user's own packages, where Python looks for them
mkdir -p "$stage/base/bin" "$stage/base/lib/python3.11" "$stage/user/lib/python3.11"
cp "$TOOL" "$stage/base/bin/python3"
cp -R "$site" "$stage/user/lib/python3.11"
PYTHONUSERBASE=$stage/user "$TOOL" find nccl --from "$stage/base" >found
says found 'lazynccl +2\.20\.3 +wheel '

# a process: its environment and its loaded libraries
echo '#include <stdio.h>
#include <dlfcn.h>
int main(int n, char **a) { return dlopen(a[1], RTLD_NOW) && puts("ready") && !fflush(stdout) && getchar(); }' \
    >holder.c
$CC holder.c -o holder
mkfifo input output
./holder "$site/module.libs/libnccl.so.2" <input >output &
exec 3>input 4<output
read -r _ <&4
"$TOOL" find nccl --pid $! >found
exec 3>&-
says found "^examining: process $!, $stage/holder"
says found 'ld\.so +2\.19\.3 +loaded +.*/module\.libs'
says found 'lazynccl +2\.19\.3 +loaded +.*/module\.libs'

# a process in an image
mkdir -p "$stage/image/opt" "$stage/image/proc/7" "$stage/image/bin"
cp "$TOOL" "$stage/image/bin/app"
cp "$site/module.libs/libnccl.so.2" "$stage/image/opt"
ln -s /bin/app "$stage/image/proc/7/exe"
printf 'PATH=/bin' >"$stage/image/proc/7/environ"
echo '7f0000000000-7f0000001000 r-xp 00000000 00:00 1   /opt/libnccl.so.2' >"$stage/image/proc/7/maps"
"$TOOL" find nccl --pid 7 --root image/ >found
says found '^examining: process 7, /bin/app$'
says found "lazynccl +2\\.19\\.3 +loaded +/opt"
