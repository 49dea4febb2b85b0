# A pasted message is diagnosed on this machine for the file it names: status 1 if the cause is
# found here, else 0 with an explanation.

healthy
fake_library nvjitlink 12.1 "$root/usr/local/cuda-12.1/lib64"
message="ImportError: ${site#"$root"}/nvidia/cusparse/lib/libcusparse.so.12: undefined symbol: \
__nvJitLinkCreate_12_4, version libnvJitLink.so.12"

exits 0 on_root explain "$message" >out
equal "$(sed -n 1,2p out)" "libcusparse.so.12 needs __nvJitLinkCreate_12_4, which nvJitLink has from 12.4 on
[LN107]"
# the same answer never advises to update what is new enough, or to install what is there
says_not out '^  Do: '
equal "$(tr -s ' \n' ' ' <out | grep -c 'On this machine /venv/.*/libnvJitLink.so.12 has it (nvJitLink 12.9). Run this where the message was printed.')" 1

environment=LD_LIBRARY_PATH=/usr/local/cuda-12.1/lib64
exits 1 on_root explain "$message" >out
says out '^The cause is on this machine .libcusparse\.so\.12 in /venv '
says out '^error\[LN107\] libcusparse\.so\.12.*nvJitLink 12\.1.*__nvJitLinkCreate_12_4'
says out '^1 error; more: lazynccl explain LN107$'
on_root explain --json "$message" >json || true
"$PYTHON" -c 'import json
said = json.load(open("json"))
assert "LN107" in said["looked_for"] and said["findings"][0]["id"] == "LN107", said'

# a file of this machine that has all it needs
environment=
on_root explain "./a: /lib/libc.so.6: version \`GLIBC_2.38' not found (required by ${site#"$root"}/train/kernels.so)" \
    >out || fail "$(cat out)"
says out '^This machine does not have the fault \(kernels\.so'

# a message without a file of this machine: for the Python; unquoted, as several words
environment="NCCL_NET="
exits 1 on_root explain NCCL WARN Failed to initialize any NET plugin >out
says out '^The cause is on this machine .python 3\.11 of /venv.\.$'
says out '^error\[LN202\] '

# ldd's output names each library that is missing, also if this machine has the one that is explained
environment=LD_LIBRARY_PATH=${site#"$root"}/nvidia/nccl/lib
status=0
on_root explain "	libcufft.so.11 => not found
	libcurand.so.10 => not found
	libnccl.so.2 => not found" >out || status=$?
says out '^  /venv/.*/nvidia/nccl/lib .LD_LIBRARY_PATH.\. Run this'
equal "$status $(grep -c '^error.LN115. no folder that ld.so searches has libcu' out)" '1 2'

environment=
# cuda.pathfinder names a library without its number
on_root explain 'DynamicLibNotFoundError: Failure finding "libcudss.so": No such file: libcudss.so*' >out || true
says out 'Do: pip install nvidia-cudss-cu1[23]'

# pip's command is not all, also if a limit of the release is quoted
on_root explain 'ImportError: libcudnn.so.8: cannot open shared object file' >out || true
says out "pip install 'nvidia-cudnn-cu1[23]<9'; export LD_LIBRARY_PATH=.*/nvidia/cudnn/lib"

# a file that pip installed and that is gone: what brings it back, not what installs it
rm "$site/nvidia/nccl/lib/libnccl.so.2"
environment=
exits 1 on_root explain 'OSError: libnccl.so.2: cannot open shared object file: No such file' >out
says out '^error\[LN125\] libnccl\.so\.2 is gone'
says_not out 'LN115\]'

# a broken file that a program would get
message="OSError: /usr/local/nccl/libnccl.so.2: file too short"
mkdir -p "$root/usr/local/nccl"
echo text >"$root/usr/local/nccl/libnccl.so.2"
environment=LD_LIBRARY_PATH=/usr/local/nccl
exits 1 on_root explain --no-python "$message" >out
says out '^error\[LN117\] libnccl\.so\.2 cannot be loaded: not an ELF file$'
environment=
on_root explain --no-python "$message" >out || fail "$(cat out)"
says out '^This machine does not have the fault'

# an image that was built with the driver mounted has an empty file
rm "$root"/usr/lib/libcuda.so*
: >"$root/usr/lib/libcuda.so.1"
exits 1 on_root explain 'ImportError: /usr/lib/libcuda.so.1: file too short' >out
says out '^error\[LN119\] libcuda\.so\.1 is an empty placeholder'
says out '^      help: docker run --gpus all'
