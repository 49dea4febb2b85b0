# explain blames the library before ": cannot open", whatever else the text names. The help names a
# package that has it, or says that no package does.

mkdir root
# helps LIBRARY HELP MESSAGE
helps()
{
    "$TOOL" explain "$3" --root "$stage/root" --no-python >out || [ $? = 1 ]
    says out "^ld\.so did not find $1 .[A-Za-z ]*., which "
    tr -s ' \n' ' ' <out | grep -qF "help: $2" || fail "no '$2' in $(cat out)"
}

opened='I tensorflow/core/dso_loader.cc:44] Successfully opened dynamic library libcublas.so.12
W dso_loader.cc:60] Could not load dynamic library'
helps libcudart.so.11.0 "pip install nvidia-cuda-runtime-cu11" \
    "$opened 'libcudart.so.11.0'; dlerror: libcudart.so.11.0: cannot open shared object file"
helps libcublas.so.12 "pip install nvidia-cublas-cu12" \
    'Could not load library libcudnn_ops_infer.so.8. Error: libcublas.so.12: cannot open shared object file'
helps libnccl.so.2 "pip install nvidia-nccl-cu13; export LD_LIBRARY_PATH=" \
    'ImportError: libnccl.so.2: cannot open shared object file: No such file or directory'
helps libnvrtc.so.13 "pip install nvidia-cuda-nvrtc" \
    'Error in dlopen for library libnvrtc.so.13and libnvrtc-672ee683.so.13'
helps libcudnn.so.9 "pip install nvidia-cudnn-cu13" \
    'OSError: libcudnn.so.9: cannot open shared object file: No such file or directory'

# what is too old is named with the release that has the function; conda's Python gets conda's package
site=$stage/root/conda/lib/python3.11/site-packages
mkdir -p "$site" "$stage/root/conda/bin" "$stage/root/conda/conda-meta"
cp "$TOOL" "$stage/root/conda/bin/python3.11"
echo '{"files": ["bin/python3.11"]}' >"$stage/root/conda/conda-meta/python-3.11.9-0.json"
ln -s python3.11 "$stage/root/conda/bin/python3"
helped()
{
    PATH=/conda/bin "$TOOL" explain "$2" --root "$stage/root" >out || [ $? = 1 ]
    tr -s ' \n' ' ' <out | grep -qE "(help|Do): $1" || fail "no '$1' in $(cat out)"
}
helped 'conda install -p /conda cudnn' 'OSError: libcudnn.so.9: cannot open shared object file'
helped 'raise ulimit -v; findmnt -T /opt/a/libfoo\.so\.1 shows' \
    'ImportError: /opt/a/libfoo.so.1: failed to map segment from shared object'
# of memory and descriptors with the limit that holds here; no command without the path that it needs
again='(wheel); the next call searches again'
for line in "NCCL cannot be used: /opt/libnccl.so.2: Cannot allocate memory $again" \
    'x.so: failed to map segment from shared object' 'libnccl.so.2: cannot open shared object file: Error 12'; do
    (ulimit -v 3000000 && "$TOOL" explain "$line" >out)
    says out '^  Do: raise ulimit -v(, or free memory)?$'
    says out '^Here ulimit -v is 3000000\.$'
done
for line in "NCCL cannot be used: /opt/lib: Too many open files $again" \
    'ImportError: libnccl.so.2: cannot open shared object file: Too many open files in system'; do
    (ulimit -n 99 && "$TOOL" explain "$line" >out)
    says out '^  Do: raise ulimit -n, or close files; '
    says out '^Here ulimit -n is 99\.$'
done
helped "conda install -p /conda 'nccl>=2.27.3'" 'x.so: undefined symbol: ncclCommWindowRegister'
mkdir "$site/train-1.0.dist-info"
printf 'Name: train\nRequires-Dist: nvidia-cudnn-cu12==9.1.0.70\n' >"$site/train-1.0.dist-info/METADATA"
helped "pip install 'nvidia-cudnn-cu12==9.1.0.70'" 'OSError: libcudnn.so.9: cannot open shared object file'
