# With --root DIR every symbolic link is resolved with DIR as /, so none leads out of it.
root=$stage/image
looks() # VERB ARGUMENT...: in this root, with the variables in `environment`
{
    env -i PATH=/usr/bin $environment "$TOOL" "$@" --root "$root" >out 2>err || status=$?
}
mkdir -p "$root/usr/local" "$root/usr/bin" "$root/usr/lib" "$root/etc/alternatives"

# /usr/local/cuda, as in Debian's alternatives
fake_library nvjitlink 12.1 "$root/usr/local/cuda-12.1/lib64"
ln -s /etc/alternatives/cuda "$root/usr/local/cuda"
ln -s /usr/local/cuda-12.1 "$root/etc/alternatives/cuda"
environment=
looks find nvjitlink --no-python
says out "^ +lazynccl +12\.1 +toolkit +/usr/local/cuda-12\.1/lib64$"
rm "$root/usr/local/cuda-12.1/lib64/libnvJitLink.so.12"
fake_library nvjitlink 12.2 "$root/usr/local/cuda-12.1/targets/x86_64-linux/lib"
looks find nvjitlink --no-python
says out "^ +lazynccl +12\.2 +toolkit +/usr/local/cuda-12\.1/targets/.*$"

# folders and files named by variables, and the dynamic linker's
fake_library nccl 2.20.3 "$root/opt/nccl-2.20.3"
ln -s /opt/nccl-2.20.3 "$root/opt/nccl"
mkdir -p "$root/conda" "$root/one"
ln -s /opt/nccl "$root/conda/lib"
ln -s /opt/nccl/libnccl.so.2 "$root/one/libnccl.so.2"
ln -s ../../../../../../../../../../../one/libnccl.so.2 "$root/usr/lib/libnccl.so.2"
for environment in LAZYNCCL_LIBPATH=/opt/nccl LAZYNCCL_LIBPATH=/one/libnccl.so.2 \
    CONDA_PREFIX=/conda LD_LIBRARY_PATH=/one ""; do
    looks find nccl --no-python
    says out "^ +lazynccl +2\.20\.3 +[a-z]+ +/opt/nccl-2\.20\.3$"
done
says out '^nccl +ld\.so +2\.20\.3 +default +.*$'
environment=LD_LIBRARY_PATH=/conda/lib
looks find nccl --no-python
says out '^nccl +ld\.so +2\.20\.3 +LD_LIBRARY_PATH +.*$'
rm "$root/usr/lib/libnccl.so.2"

# a Python, its environment and its packages
mkdir -p "$root/venv/bin" "$root/data/site/nvidia/nccl" "$root/venv/lib/python3.11"
cp "$TOOL" "$root/usr/bin/python3.11"
ln -s /etc/alternatives/python3 "$root/venv/bin/python3"
ln -s /usr/bin/python3.11 "$root/etc/alternatives/python3"
ln -s /data/pyvenv.cfg "$root/venv/pyvenv.cfg"
echo 'home = /usr/bin' >"$root/data/pyvenv.cfg"
ln -s /data/site "$root/venv/lib/python3.11/site-packages"
ln -s /opt/nccl "$root/data/site/nvidia/nccl/lib"
: >empty.c
$CC -shared -fPIC -nostdlib -o "$root/data/site/user.so" empty.c -Wl,--no-as-needed \
    "$root/opt/nccl-2.20.3/libnccl.so.2" -Wl,-rpath,/opt/nccl
environment=PATH=/venv/bin
looks find nccl
says out '^examining: python 3\.11 of /venv$'
says out '^ +lazynccl +2\.20\.3 +wheel +.*$'
environment=VIRTUAL_ENV=/venv
looks find nccl --no-python
says out '^ +lazynccl +2\.20\.3 +wheel +.*$'
looks find nccl --from /venv/lib/python3.11/site-packages/user.so
says out '^nccl +ld\.so +2\.20\.3 +RUNPATH +.*$'
status=0
looks audit /venv/lib/python3.11/site-packages
equal "$status" 0
says out '^/venv/lib/python3\.11/site-packages: 1 ELF file, '
says out ' 2\.20\.3 +/opt/nccl-2\.20\.3 [(]RUNPATH[)]'

# nothing outside the root is read
fake_library nccl 2.29.2 "$stage/outside"
ln -s "$stage/outside" "$root/out"
ln -s ../../../../../../../../../../..$stage/outside "$root/up"
ln -s "$stage/outside/libnccl.so.2" "$root/one/libnccl.so.2.29"
for folder in /out /up /one/../../../../../../../../../..$stage/outside; do
    environment="LD_LIBRARY_PATH=$folder LAZYNCCL_LIBPATH=$folder CUDA_PATH=$folder"
    looks find nccl --no-python
    says_not out '2\.29\.2'
    status=0
    looks audit "$folder"
    equal "$status" 2
    says err ': No such file or directory$'
done

# a cycle of links ends
ln -s /ring "$root/ring"
ln -s /ring/lib "$root/opt/loop"
environment=LAZYNCCL_LIBPATH=/opt/loop/libnccl.so.2
looks find nccl --no-python
says out '^ +env +Too many levels of symbolic links$'
status=0
looks audit /opt/loop
equal "$status" 2
equal "$(cat err)" "lazynccl audit: /opt/loop: Too many levels of symbolic links"
