# `lazynccl run --lazy` makes stand-ins for the libraries in a Python's wheels in the user's cache
# and lets the program use them. No library is opened before a call, and a replaced library gets
# another stand-in. --record lists the opened libraries, and `stand-in --except @FILE` keeps these
# real.
. "$SOURCE/tests/standin/site.sh"
wheel libcublas.so.13 13
wheel libcufft.so.12 12
wheel libcudart.so.13 1
wheel libcudnn.so.9 9
wheel 'libcudnn ops.so.9' 8
lazily()
{
    "$TOOL" run --lazy "$@"
}
lazily all --record opened -- venv/bin/python ask.py libcufft.so.12 libcudart.so.13 >said 2>&1 ||
    [ $? = 1 ] || fail "$(cat said)"
says said '^nothing$'
says said '^libcufft.so.12 12 libcufft.so.12$'
says opened '^libcufft.so.12 number [0-9]+ [0-9]+ /.*/site-packages/nvidia/fake/lib/libcufft.so.12$'
equal "$(wc -l <opened)" 1
first=$(find cache -name 'libcufft.so.12' -type f)
# a set's file and the one that other sets link are one, whatever its name
equal "$(stat -c %h "$first" "$(find cache -name 'libcudnn ops.so.9' -type f)")" "$(printf '2\n2')"
lazily cublas --record opened -- venv/bin/python ask.py libcublas.so.13 >said
says said '^libcublas.so.13 13 libcublas.so.13$'
equal "$(cut -d' ' -f1,2 opened)" "libcufft.so.12 number
libcublas.so.13 number"
# a file for each process that starts with `run`, because NFS hosts must not append to one
lazily cublas --record 'each.%h.%p.%' -- sh -c 'echo $$; exec "$@"' - venv/bin/python ask.py libcublas.so.13 >said
says "each.$(uname -n).$(head -1 said).%" '^libcublas.so.13 '
lazily cufft -- venv/bin/python ask.py >said # a set without a library that stays real
find cache -type f | sort >before
lazily all -- venv/bin/python ask.py libcufft.so.12 >said
equal "$(find cache -type f | sort)" "$(cat before)" # made once

# what a crash of the machine left in the cache is made anew
for damage in ': >"$first"' 'truncate -s 4000 "$first"' \
    'truncate -s 0 "$first"; truncate -s 50000 "$first"'; do
    for list in all cufft; do
        eval "$damage"
        lazily $list -- venv/bin/python ask.py libcufft.so.12 >said || fail "$damage: $(cat said)"
        says said '^libcufft.so.12 12 libcufft.so.12$'
    done
done
equal "$(find cache -type f | sort)" "$(cat before)"
wheel libcufft.so.12 112
lazily all -- venv/bin/python ask.py libcufft.so.12 >said
says said '^libcufft.so.12 112 '
[ "$(find cache -name 'libcufft.so.12' -type f | wc -l)" = 3 ] || fail "a stand-in of what was there before"

# what was opened stays real
"$TOOL" stand-in "$site"/nvidia/fake/lib/libcublas.so.13 "$site"/nvidia/fake/lib/libcudnn.so.9 \
    -o kept --except @opened >said || [ $? = 1 ]
equal "$(ls kept)" libcudnn.so.9
says said 'libcublas.so.13 +as --except says$'

# what looks for headers by the path of a library finds them
mkdir -p "$site/nvidia/fake/include"
echo header >"$site/nvidia/fake/include/fake.h"
wheel libcurand.so.10 10
lazily curand -- venv/bin/python -c '
import os
with open("/proc/self/maps", encoding="utf-8") as maps:
    paths = {line.split(None, 5)[5].strip() for line in maps if "libcurand" in line}
path, = map(os.path.realpath, paths)
print(open(os.path.dirname(path) + "/../include/fake.h").read().strip())' >said
equal "$(cat said)" header
# The same for a toolkit. A folder without headers is no toolkit, and nothing is linked.
mkdir -p toolkit/include/nv other/share
for file in toolkit/lib64/libcusparse.so.12 other/lib/libcusolver.so.12; do
    library $file 'int number(void) { return 1; }'
done
LAZYNCCL_LIBPATH=$stage/toolkit/lib64:$stage/other/lib lazily cusparse,cusolver -- true
# beside SONAME: lists the parent of its stand-in's folder
beside()
{
    find cache -name "$1" -type f | sed 's,/lib/[^/]*$,,' >found
    ls "$(cat found)"
}
equal "$(echo $(beside libcusparse.so.12))" 'include lib lib64'
equal "$(ls "$(cat found)/include")" nv
equal "$(beside libcusolver.so.12)" lib

# the program's status; its children; what is past our reach is said
exits 7 lazily all -- venv/bin/python -c 'raise SystemExit(7)'
PATH=$stage/venv/bin:$PATH lazily all -- sh -c 'python3 ask.py libcufft.so.12' >said
says said '^libcufft.so.12 112 libcufft.so.12$'
lazily all -- venv/bin/python -I -c '' 2>err
says err '^lazynccl run: python -I ignores PYTHONPATH: '

rm -r "$site/nvidia"
for list in cutypo curand,cutypo '' curand,; do
    exits 2 lazily "$list" -- venv/bin/python -c 'print("started")' >said 2>err
    equal "$(cat said)" ""
    name=${list#curand,}
    says err "^lazynccl run: found no library named '$name' to replace: searched the wheels of python.*, CONDA_PREFIX, LD_LIBRARY_PATH, CUDA_PATH, CUDA_HOME, /usr/local/cuda\$"
done
# without a file a named library, and NCCL, NVRTC and nvJitLink in any case, are made from the stub
for list in curand all; do
    lazily $list -- sh -c 'ls ${LD_LIBRARY_PATH%%:*}' | sort >$list
done
equal "$(cat curand)" libcurand.so.10
equal "$(echo $(cat all))" "libnccl.so.2 libnvJitLink.so.12 libnvJitLink.so.13 libnvrtc.so.11.2 \
libnvrtc.so.12 libnvrtc.so.13"
