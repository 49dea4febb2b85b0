# A pasted message is diagnosed on this machine for the file it names: status 1 if the cause is
# found here, else 0 with an explanation.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/common/healthy.sh"
need_tool

root=$stage/root site=$stage/root/venv/lib/python3.11/site-packages environment=
healthy
fake_library nvjitlink 12.1 "$root/usr/local/cuda-12.1/lib64"
message="ImportError: ${site#"$root"}/nvidia/cusparse/lib/libcusparse.so.12: undefined symbol: \
__nvJitLinkCreate_12_4, version libnvJitLink.so.12"

status=0
on_root explain "$message" >out || status=$?
equal "$status" 0
equal "$(sed -n 1,3p out)" "libcusparse.so.12 needs __nvJitLinkCreate_12_4, which this nvJitLink lacks
[LN107]
  __nvJitLinkCreate_12_4 came with nvJitLink 12.4; here is 12.9"
says out '^  Do: '
equal "$(grep -c '^  \(Do\|or\|Also\)' out)" 1
equal "$(tail -n 2 out)" "Checked on this machine (libcusparse.so.12 in /venv (python 3.11)): not found.
Run it where the message was printed."

# a remedy that names what is lacking
on_root explain 'Cannot load libnvidia-encode.so.1' >out || status=$?
says out 'NVIDIA_DRIVER_CAPABILITIES'

environment=LD_LIBRARY_PATH=/usr/local/cuda-12.1/lib64
status=0
on_root explain "$message" >out || status=$?
equal "$status" 1
says out '^Checked on this machine .libcusparse\.so\.12 in /venv .*found\.$'
says out '^error\[LN107\] libcusparse\.so\.12.*nvJitLink 12\.1.*__nvJitLinkCreate_12_4'
says out '^1 error; more: lazynccl explain LN107$'
on_root explain --json "$message" >json || true
"$PYTHON" -c 'import json
said = json.load(open("json"))
assert "LN107" in said["looked_for"] and said["findings"][0]["id"] == "LN107", said'

# a message without a file of this machine: for the Python; unquoted, as several words
environment="NCCL_NET="
status=0
on_root explain NCCL WARN Failed to initialize any NET plugin >out || status=$?
equal "$status" 1
says out '^Checked on this machine .python 3\.11 of /venv.: found\.$'
says out '^error\[LN202\] '

# a file that pip installed and that is gone: what brings it back, not what installs it
rm "$site/nvidia/nccl/lib/libnccl.so.2"
environment=
status=0
on_root explain 'OSError: libnccl.so.2: cannot open shared object file: No such file' >out || status=$?
equal "$status" 1
says out '^error\[LN125\] libnccl\.so\.2 is gone'
says_not out 'LN115\]'

# the file that a message names is looked at first: an image that was built with the driver mounted
mkdir -p "$root/usr/lib/x86_64-linux-gnu"
: >"$root/usr/lib/x86_64-linux-gnu/libcuda.so.1"
status=0
on_root explain 'ImportError: /usr/lib/x86_64-linux-gnu/libcuda.so.1: file too short' >out || status=$?
equal "$status" 1
says out ' is an empty placeholder: the container'
says out '^error\[LN117\] /usr/lib/x86_64-linux-gnu/libcuda\.so\.1 is an empty file$'
says out 'help: docker run --gpus all'

# advice for Linux is not given for a text of another system, whose cause is not on this machine
said_of() {
    on_root explain "$2" >out || fail "status $?"
    says out "^The text is of $1: this machine was not checked"
    says_not out 'docker|container| LD_LIBRARY_PATH|modprobe|/dev/|LN1|Checked on|also missing'
}
said_of Windows 'File "C:\torch\cuda\__init__.py": no CUDA-capable device is detected'
says out 'Do: nvidia-smi must list a GPU for the same user; unset CUDA_VISIBLE_DEVICES$'
said_of Windows '[WinError 126] CUDA error: unknown error'
says out 'Do: reboot; nvidia-smi must list a GPU$'
said_of Windows "C:\\b.cu(3): fatal error C1083: Cannot open include file: 'cuda_runtime.h': No such"
says out 'Do: name the folder in which you have it'
said_of Windows 'CUDA error: initialization error in cudart64_110.dll'
said_of macOS 'dlopen(libcuda.so.1, 6): image not found'
says out 'Do: a build of the program without CUDA'
said_of macOS 'dyld: Library not loaded: @rpath/libcudart.8.0.dylib
CUDA error: no CUDA-capable device is detected'
# WSL's driver is Windows's
on_root explain 'WSL2: NVIDIA-SMI has failed because it could not communicate with the NVIDIA driver.' >out || true
says out "^WSL does not reach NVIDIA's driver"
says out "Do: update NVIDIA's driver in Windows"
says_not out 'modprobe|dkms'
# each container engine, and a Jetson, gets the driver in its own way
in_place()
{
    "$TOOL" explain --no-python --root empty "$1" >out || true
    says out "Do: $2"
    says_not out "$3"
}
mkdir -p empty
in_place 'Error: crun: executable file nvidia-smi not found in $PATH' 'podman run --device nvidia' 'docker|apptainer'
in_place 'kubectl logs pod/a
RuntimeError: No CUDA GPUs are available' 'nvidia-smi must work on the node' 'docker'
in_place '$ docker run --gpus all a
libcuda.so.1: cannot open shared object file: No such file or directory' 'nvidia-smi must work on the host' 'docker run'
in_place '$ apptainer exec a.sif b
libcuda.so.1: cannot open shared object file: No such file or directory' 'apptainer exec --nv' 'docker'
in_place 'Failed to initialize NVML
Linux a 5.10.120-tegra aarch64' "a Jetson's driver is part of JetPack" 'modprobe'
in_place '/nix/store/a-ffmpeg: Cannot load libcuda.so.1' 'NixOS: hardware.graphics.enable' 'docker'
in_place 'distrobox enter a
Cannot load libcuda.so.1' 'podman run --device nvidia' 'docker'
in_place '(WSL2) CUDA error: no CUDA-capable device is detected' "update NVIDIA's driver in Windows" 'cuda-compat'
in_place 'podman run --gpus all a: RuntimeError: No CUDA GPUs are available' 'podman run --device nvidia' 'too old to pass'
in_place 'Platform: macOS-13.2-arm64
AssertionError: Torch not compiled with CUDA enabled' 'a build of the program without CUDA' 'pip'
in_place 'Jetson: Torch not compiled with CUDA enabled' "NVIDIA's own build of PyTorch" 'pip install'
in_place 'srun: job 12 queued
RuntimeError: No CUDA GPUs are available' 'srun --gres=gpu:1' 'docker'
in_place 'nvidia-container-cli: initialization error: driver error: failed to process request, in WSL2' \
    "update NVIDIA's driver in Windows" 'ldconfig'
for text in 'libonnx.so: Foo.dll: CUDA error: unknown error' 'docker: image not found: CUDA error: unknown error' \
    'ERROR:\n CUDA error: unknown error'; do
    on_root explain "$text" >out || true
    says_not out 'The text is of'
done
