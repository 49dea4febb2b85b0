# The commands in docs/clusters.md start lazily and leave a trace of each rank. Slurm, torchrun and
# Kubernetes are replaced by scripts that start processes as they do; mpirun is the real one if Open MPI 4
# is installed, and starts its ranks on "another host", with a clean environment.
"$PYTHON" -m venv --without-pip venv
site=$(echo "$stage"/venv/lib/python3*/site-packages)
mkdir -p "$site/nvidia/nccl/lib" "$site/nvidia_nccl-1.dist-info" home bin
cp -L "$FAKE/libnccl.so.2" "$site/nvidia/nccl/lib"
printf 'Name: nvidia-nccl\nVersion: 1\n' >"$site/nvidia_nccl-1.dist-info/METADATA"
: >"$site/nvidia_nccl-1.dist-info/RECORD"
cat >train.py <<'END'
import ctypes
import os

def mapped():
    with open("/proc/self/maps", encoding="utf-8") as maps:
        return "real" if "/site-packages/nvidia/" in maps.read() else "lazy"

before = mapped()
ctypes.CDLL("libnccl.so.2").ncclGetVersion(ctypes.byref(ctypes.c_int()))
with open("ran", "a", encoding="utf-8") as ran:
    print(before, mapped(), file=ran)
END
compile train "$ARCHIVE" -ldl -pthread <<'END'
int ncclGetVersion(int *);
int main(void)
{
    int version;
    FILE *ran = fopen("ran", "a");
    fputs(ncclGetVersion(&version) ? "absent\n" : "found\n", ran);
    return fclose(ran);
}
END

# What a launcher does: two ranks, which inherit the environment (srun, torchrun) or do not.
cat >bin/srun <<'END'
#!/bin/sh
while [ "${1#-}" != "$1" ]; do
    [ "$1" != --jobid ] || shift
    shift
done
SLURM_PROCID=0 "$@" && SLURM_PROCID=1 "$@"
END
cat >bin/torchrun <<'END'
#!/bin/sh
for script; do :; done
RANK=0 python "$script" && RANK=1 python "$script"
END
cat >bin/kubectl <<'END'
#!/bin/sh
shift 3
exec "$@"
END
cat >bin/other-host <<'END'
#!/bin/sh
shift
exec env -i PATH="$PATH" HOME="$HOME" LAZYNCCL_SEARCH=env,wheel sh -c "$*"
END
cat >bin/mpirun <<'END'
#!/bin/sh
[ "$1" = -n ] && shift 2
given=
while [ "$1" = -x ]; do
    case $2 in
    *=*) given="$given '$2'" ;;
    *) given="$given '$2=$(printenv "$2")'" ;;
    esac
    shift 2
done
eval set -- env -i '"PATH=$PATH" "HOME=$HOME"' LAZYNCCL_SEARCH=env,wheel "$given" '"$@"'
"$@" && "$@"
END
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
if real=$(command -v mpirun) && "$real" --version | grep -q '(Open MPI) 4'; then
    cat >bin/mpirun <<END
#!/bin/sh
[ "\$1" = -n ] && shift 2
exec "$real" --mca plm_rsh_agent "$stage/bin/other-host" --mca oob_tcp_if_include lo \
    --mca btl_tcp_if_include lo -H other.invalid:2 -wdir "$stage" -n 2 "\$@"
END
    echo "with the real mpirun"
fi
chmod +x bin/*
ln -s "$TOOL" bin/lazynccl
export PATH="$stage/bin:$stage/venv/bin:$PATH" HOME=$stage/home LAZYNCCL_SEARCH=env,wheel
export LD_LIBRARY_PATH= PYTHONPATH=

# ranks COMMAND EXPECTED [NUMBER]: each rank was started so, and left a trace
ranks()
{
    equal "$1: $(sort ran | uniq -c | tr -s ' ')" "$1:  ${3-2} $2"
    rm ran
    case $1 in
    *--trace*) equal "$1: $(ls calls | wc -l)" "$1: ${3-2}" ;;
    esac
}
"$PYTHON" -B -c "
import sys
sys.path.insert(0, '$SOURCE/tests')
from documents import commands
print('\n'.join(commands('clusters', open('$SOURCE/docs/clusters.md', encoding='utf-8').read())))" >commands
sed -i "s,/opt/nccl/2.28.9/lib,$site/nvidia/nccl/lib,; s,/lazynccl/,$stage/pod/,g" commands
while IFS= read -r command; do
    case $command in
    '#'* | echo*) continue ;; # an interpreter, and the prolog, below
    *kubectl*) continue ;;    # after the pod, below
    *--trace*) rm -rf calls ;;
    esac
    status=0
    eval "$command" >said 2>&1 </dev/null || status=$?
    case $command in
    *'lazynccl trace'* | *'lazynccl doctor'*) [ $status -le 1 ] || fail "$command: $(cat said)" ;;
    *torchrun*) ranks "$command" 'lazy real' 4 ;; # two on each of two nodes
    *train.py) ranks "$command" 'lazy real' ;;
    */train) ranks "$command" found ;;
    esac
    case $command in
    *train* | *stand-in*) [ $status = 0 ] || fail "$command: $(cat said)" ;;
    esac
    echo "$command" >>done
done <commands
[ "$(wc -l <done)" -ge 9 ] || fail "few commands: $(cat commands)"

# the prolog's line
mkdir tasks
eval "$(grep '^echo export' commands)" >prolog
(
    cd tasks
    . ../prolog
    ../train
)
equal "$(cat tasks/ran)" found

# the pod's commands, and those of the image
mkdir -m 777 pod # as an emptyDir
grep -o 'command: \[.*\]' "$SOURCE/docs/clusters.md" >said
sed -i "s/command: \[//; s/\]//; s/,//g; s,/venv,$stage/venv,g; s,/lazynccl\([/ ]\),$stage/pod\1,g" said
equal "$(wc -l <said)" 2
for rank in 1 2; do
    sh -e said || fail "$(cat said)"
done >log 2>&1
rm -rf calls
ln -s pod/calls calls
ranks "$(tail -1 said)" 'lazy real'
grep kubectl commands >asked
while IFS= read -r command; do
    eval "$command" >said 2>&1 </dev/null || [ $? -le 1 ] || fail "$command: $(cat said)"
done <asked
sed -n "s,^RUN \(.*stand-in\) /venv --into /prepared,\1 $stage/venv --into image,p" "$SOURCE/docs/clusters.md" >said
grep -q lazynccl said || fail "no RUN line"
sh -e said
sed -n 's/^ENTRYPOINT \[\(.*\)\]/\1/p' "$SOURCE/docs/clusters.md" | tr -d '",' | sed 's,/prepared,image,' >entry
for rank in 1 2; do
    $(cat entry) python train.py
done
ranks ENTRYPOINT 'lazy real'

# what the page advises against: ranks of other hosts leave no trace
rm calls
lazynccl run --lazy nccl --trace calls -- mpirun -n 2 -x LD_LIBRARY_PATH -x PYTHONPATH python train.py
equal "$(ls calls)" ''
