# explain recognizes what Python, ld.so, NCCL, NVRTC and nvJitLink print when they fail, and finds
# the cause where it was printed, and none after it is fixed.
. "$SOURCE/tests/real/support/explain.sh"
old=nvidia-nccl-cu12-2.18.1 new=nvidia-nccl-cu13-2.28.9
nvrtc=nvidia-cuda-nvrtc-13.0.88 newer=nvidia-cuda-nvrtc-13.5.37 link=nvidia-nvjitlink-13.0.88
need_release $old $new $nvrtc $newer $link

# Python has no NCCL; then one that ld.so does not find; then LD_LIBRARY_PATH leads to it
load='import ctypes; ctypes.CDLL("libnccl.so.2")'
fails "$PYTHON" -c "$load"
says message '^OSError: libnccl\.so\.2: cannot open shared object file: No such file or directory$'
explained_as 1 '\[LN115\]' 'no folder that ld\.so searches has libnccl\.so\.2$' --root "$root"
says said 'pip install nvidia-nccl-cu13; export LD_LIBRARY_PATH='
install_wheel $old "$site"
explained_as 1 '\[LN115\]' 'no folder that ld\.so searches has libnccl\.so\.2$' --root "$root"
says said "^ +$inside/nvidia/nccl/lib/libnccl\.so\.2 \(wheel\) 2\.18\.1$"
says said "help: export LD_LIBRARY_PATH=$inside/nvidia/nccl/lib$"
LD_LIBRARY_PATH=$site/nvidia/nccl/lib run "$PYTHON" -c "$load" || fail 'the remedy does not help'
environment=LD_LIBRARY_PATH=$inside/nvidia/nccl/lib
explained_as 0 LN115 '' --root "$root"
environment=

# a program without its library, and with one that is too old, by the name its caller used
echo 'int ncclCommShrink(void); int main(int n) { return n > 1 ? ncclCommShrink() : 0; }' >program.c
$CC -w program.c -o program "$(lib $new)/libnccl.so.2"
fails ./program
says message '^\./program: error while loading shared libraries: libnccl\.so\.2: cannot open'
mkdir "$root/program"
cp program "$root/program"
explained_as 1 '\[LN115\]' 'program needs libnccl\.so\.2, which ld\.so does not find$' --root "$root" \
    --from /program/program
export LD_LIBRARY_PATH="$(lib $old)"
LD_BIND_NOW=1 fails ./program
says message '^\./program: symbol lookup error: \./program: undefined symbol: ncclCommShrink$'
explained_as 1 '\[LN103\]' 'program will not load: NCCL 2\.18\.1 (comes first and )?lacks ncclCommShrink$'
LD_LIBRARY_PATH=$(lib $new)
LD_BIND_NOW=1 run ./program || fail 'the newer NCCL does not help'
explained_as 0 LN103 ''
unset LD_LIBRARY_PATH

# a file truncated at its end or start
mkdir "$root/cut"
environment=LD_LIBRARY_PATH=/cut
for cut in 'head -c 0' 'head -c 100' 'tail -c 100000'; do
    $cut "$(lib $new)/libnccl.so.2" >"$root/cut/libnccl.so.2"
    LD_LIBRARY_PATH=$root/cut fails ./program
    says message 'libnccl\.so\.2: (file too short|cannot read file data|invalid ELF header)$'
    explained_as 1 '\[LN117\]' 'libnccl\.so\.2, which program needs, cannot be loaded: ' \
        --root "$root" --from /program/program
done
environment=

$CC -Wall -Werror "$SOURCE/tests/fake/direct.c" -o host -ldl

# the network plugin that NCCL up to 2.21 opens in ncclGetUniqueId()
environment=NCCL_NET_PLUGIN=nosuch
NCCL_DEBUG=INFO env $environment ./host open="$(lib $old)/libnccl.so.2" \
    call=ncclGetUniqueId >message 2>&1
says message 'libnccl-net-nosuch\.so'
explained_as 1 '\[LN301\]' nosuch --from "$(lib $old)/libnccl.so.2"
environment=

# NVRTC 13.0, which does not find its builtins, and a release that does
eager nvrtc-job.c compile $nvrtc
fails ./compile
says message 'failed to open libnvrtc-builtins\.so\.13\.0'
install_wheel $nvrtc "$site"
explained_as 1 '\[LN112\]' 'libnvrtc-builtins\.so\.13\.0' --root "$root"
rm -r "$site/nvidia/cu13"
install_wheel $newer "$site"
explained_as 0 LN108 '' --root "$root"

# the LTO-IR of NVRTC 13.5, for nvJitLink 13.0
install_wheel $link "$site"
consumer "$SOURCE/tests/real/loader/pair.c" pair $(headers $newer $link)
LAZYNCCL_LIBPATH=$(lib $newer):$(lib $link) run ./pair compile link >message 2>&1
says message 'may need newer version of nvJitLink library'
explained_as 1 '\[LN111\]' 'NVRTC 13\.5 .*nvJitLink 13\.0' --root "$root"
