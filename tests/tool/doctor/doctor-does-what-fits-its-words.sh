# `lazynccl doctor WORDS` examines a file or an environment, and does what audit does with a folder or
# a wheel, and explain with a log or a message.
healthy
kernels=$site/train/kernels.so

# same STATUS WORD EXPECTED...: doctor WORD prints what `lazynccl EXPECTED` prints
same()
{
    wanted=$1 word=$2
    shift 2
    exits "$wanted" "$TOOL" doctor "$word" >said 2>&1
    "$TOOL" "$@" >expected 2>&1 || true
    equal "$(cat said)" "$(cat expected)"
}
same 0 "$kernels" doctor --from "$kernels"
same 0 "$root/venv" doctor --python "$root/venv"
same 0 "$site/train" audit "$site/train"
for name in 'a b' 'a:b' 'a "b" cannot open shared object file'; do # an existing path, whatever its characters
    cp "$kernels" "$root/$name"
    mkdir -p "$root/$name.d/train"
    cp "$kernels" "$root/$name.d/train"
    mkdir "$root/$name.env"
    cp "$root/venv/pyvenv.cfg" "$root/$name.env"
    same 0 "$root/$name" doctor --from "$root/$name"
    same 0 "$root/$name.d" audit "$root/$name.d"
    "$TOOL" doctor --python "$root/$name.env" >/dev/null 2>&1 && status=0 || status=$?
    same "$status" "$root/$name.env" doctor --python "$root/$name.env"
done
package train 1 train/kernels.so
"$PYTHON" -m zipfile -c train-1-py3-none-any.whl "$site/train" "$site/train-1.dist-info"
same 1 train-1-py3-none-any.whl audit train-1-py3-none-any.whl
fake_library nccl 2.17.1 "$site/nvidia/nccl/lib"
same 1 "$kernels" doctor --from "$kernels"
message="ImportError: $kernels: undefined symbol: ncclCommShrink"
long="libnccl.so.2: cannot open shared object file: $(printf '%255s' '' | tr ' ' -)" # longer than a file's name may be
same 0 "$long" explain "$long"
same 1 "$message" explain "$message"
says said '^error\[LN103\] kernels\.so will not load: NCCL 2\.17\.1 (comes first and )?lacks ncclCommSplit$'
echo "$message" >train.log
same 1 train.log explain train.log
for code in ncclUnhandledCudaError NVRTC_ERROR_BUILTIN_OPERATION_FAILURE; do
    same 0 $code explain $code
done
same 2 /nowhere/file explain /nowhere/file
says said ': No such file or directory'
same 3 LN99 doctor LN99
same 3 no-such-word doctor no-such-word

# Commands quote the paths that need it.
fake_library nvrtc 12.9 "$site/nvidia/cuda_nvrtc/lib"
cp -r "$root/venv" "$root/it's a \$PWD"
"$TOOL" doctor "$root/it's a \$PWD" >said || true
help=$(LD_LIBRARY_PATH= && eval "$(sed -n 's/^ *help: \(export LD_LIBRARY_PATH\)/\1/p' said)" && echo "$LD_LIBRARY_PATH")
equal "$help" "$root/it's a \$PWD/lib/python3.11/site-packages/nvidia/cuda_nvrtc/lib"

# A file that contains lazynccl: a note says what its first call will get.
echo 'int ncclGetVersion(int *); int main(void) { int version; return ncclGetVersion(&version); }' >lazy.c
consumer lazy.c lazy
export LAZYNCCL_SEARCH=env
"$TOOL" doctor ./lazy >said || fail "status $?"
says said '^note\[LN120\] lazynccl finds no NCCL'
