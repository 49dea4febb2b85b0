# What a GPU's architecture is too new or too old for is explained with the release of CUDA that
# added or removed it. A line, a compiler's option or the name of a GPU tells the architecture.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool

mkdir root
# explain MESSAGE PATTERN...
explain()
{
    "$TOOL" explain "$1" --root "$stage/root" --no-python >out || fail "$?: $(cat out)"
    shift
    for pattern; do
        says out "$pattern"
    done
}

explain "nvcc fatal : Unsupported gpu architecture 'compute_89'" \
    'is older than the GPU \[LN813\]$' '^  sm_89 .Ada. came with CUDA 11\.8$'
explain "ptxas fatal : Value 'sm_30' is not defined for option 'gpu-name'" \
    'does not have the GPU architecture that the build asks for' \
    '^  sm_30 .Kepler. went away with CUDA 11\.0$'
explain 'nvrtc: error: invalid value for --gpu-architecture (-arch)
Options: -ftz=true -arch=compute_21' \
    'has no code for this GPU, an old one' '^  sm_21 .Fermi. went away with CUDA 9\.0$'
explain 'GeForce RTX 5090 with CUDA capability sm_120 is not compatible with the current PyTorch installation.
The current PyTorch install supports CUDA capabilities sm_50 sm_60 sm_70' \
    'does not know this GPU' '^  sm_120 .Blackwell. came with CUDA 12\.8$'
explain 'Found GPU0 a which is of cuda capability 3.5. PyTorch no longer supports this GPU' \
    '^  sm_35 .Kepler. went away with CUDA 12\.0$'
explain 'Device 0: Tesla P100-PCIE-16GB
CUDA error: no kernel image is available for execution on the device' \
    '^  sm_60 .Pascal. went away with CUDA 13\.0$'
explain 'CUDA error: no kernel image is available for execution on the device' 'does not know this GPU'
says_not out ' came with CUDA| went away with '
