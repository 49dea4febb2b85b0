# A program of no virtual environment gets a package of apt, if apt has NVIDIA's repository: the one
# for the CUDA of the SONAME, or both if any CUDA has that SONAME.

key=$stage/root/usr/share/keyrings/cuda-archive-keyring.gpg
mkdir -p "${key%/*}"
# helps SONAME HELP OPTION...
helps()
{
    soname=$1 help=$2
    shift 2
    "$TOOL" explain "$soname: cannot open shared object file: No such file or directory" \
        --root "$stage/root" "$@" >out || [ $? = 1 ]
    tr -s ' \n' ' ' <out | grep -qF "help: $help" || fail "no '$help' in $(cat out)"
}

helps libcublas.so.13 'pip install nvidia-cublas' --no-python
: >"$key"
helps libcublas.so.13 'apt install libcublas-13-0 ' --no-python
helps libcublasLt.so.12 'apt install libcublas-12-9 ' --no-python
helps libcufft.so.11 'apt install libcufft-12-9 ' --no-python
helps libnvblas.so.12 'apt install libcublas-12-9 ' --no-python
helps libnppist.so.13 'apt install libnpp-13-0 ' --no-python
helps libnccl.so.2 'apt install libnccl2 ' --no-python
helps libcudnn.so.9 \
    'apt install libcudnn9-cuda-13 or libcudnn9-cuda-12, for the CUDA that the file was built with' \
    --no-python
helps libcusparseLt.so.0 'pip install nvidia-cusparselt-cu13' --no-python # ld.so does not search its folder
helps libcudart.so.11.0 'pip install nvidia-cuda-runtime-cu11' --no-python

"$TOOL" find nccl --root "$stage/root" --no-python >out && fail "found: $(cat out)"
says out 'help: apt install libnccl2$'

mkdir -p "$stage/root/venv/bin" "$stage/root/venv/lib/python3.11/site-packages"
cp "$TOOL" "$stage/root/venv/bin/python3.11"
ln -s python3.11 "$stage/root/venv/bin/python3"
: >"$stage/root/venv/pyvenv.cfg"
helps libcublas.so.13 'pip install nvidia-cublas' --python /venv/bin/python3
