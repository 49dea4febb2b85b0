# ld.so does not search wheels for a program, so explain names the package of NVIDIA's repository for
# the distribution; also if a module of Python may need it, unless that searches wheels, as PyTorch's
# does: then the wheel of the release that the SONAME tells.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool

missing='cannot open shared object file: No such file or directory'
mkdir root
while read -r soname package wheel; do
    message="./prog: error while loading shared libraries: $soname: $missing"
    "$TOOL" explain --root root --no-python "$message" >out || [ $? = 1 ]
    tr -s ' \n' ' ' <out >line
    case $package in
    -) says_not line "of NVIDIA's repository" ;;
    *) says line "install $package of NVIDIA's repository" ;;
    esac
    [ -z "$wheel" ] || says line "pip install $wheel, with the folder that pip show -f names in LD"
    "$TOOL" explain --root root --no-python "ImportError: $soname: $missing" >out || [ $? = 1 ]
    tr -s ' \n' ' ' <out >unknown
    equal "$(cat unknown)" "$(cat line)"
    "$TOOL" explain --root root --no-python "File \"/v/lib/python3.11/site-packages/torch/__init__.py\"
ImportError: $soname: $missing" >out || [ $? = 1 ]
    tr -s ' \n' ' ' <out >line
    if [ "$wheel" ]; then
        says line ": pip install $wheel[, ]"
        says_not line "of NVIDIA's repository|with the folder"
    elif [ "$package" = - ]; then
        says line "apt-file search $soname; dnf provides '\*/$soname'"
    else
        says line 'or a build of the program for (CUDA 12 or 13|a newer release)'
    fi
done <<'END'
libcudart.so.9.0 cuda-cudart-9-0
libcublas.so.9.0 cuda-cublas-9-0
libcurand.so.10.0 cuda-curand-10-0
libcublas.so.10 libcublas10
libcublas.so.11 libcublas-11-8 nvidia-cublas-cu11
libcudart.so.11.0 cuda-cudart-11-8 nvidia-cuda-runtime-cu11
libcufft.so.10 libcufft-11-8 nvidia-cufft-cu11
libnvrtc.so.11.1 cuda-nvrtc-11-1
libnvrtc.so.11.2 cuda-nvrtc-11-8 nvidia-cuda-nvrtc-cu11
libnvrtc-builtins.so.11.1 cuda-nvrtc-11-1
libnvrtc-builtins.so.12.4 cuda-nvrtc-12-4 'nvidia-cuda-nvrtc-cu12==12\.4\.\*'
libnvrtc-builtins.so.13.0 cuda-nvrtc-13-0 'nvidia-cuda-nvrtc==13\.0\.\*'
libcupti.so.11.2 cuda-cupti-11-2
libcupti.so.11.8 cuda-cupti-11-8 'nvidia-cuda-cupti-cu11==11\.8\.\*'
libcudnn.so.7 libcudnn7
libnvinfer.so.8 libnvinfer8
libnvinfer_plugin.so.8 libnvinfer-plugin8
libnvonnxparser.so.7 libnvonnxparsers7
libnvinfer.so.9 -
libnvinfer_plugin.so.9 -
libcutensor.so.3 -
libnvrtc.so.10.2 cuda-nvrtc-10-2
libcublas.so.10.0 cuda-cublas-10-0
libcublas.so.10.2 libcublas10
libcublasLt.so.12 libcublas-12-8 nvidia-cublas-cu12
libnvJitLink.so.12 libnvjitlink-12-8 nvidia-nvjitlink-cu12
END

# Jetsons have JetPack's packages, and no wheels
"$TOOL" explain --root root --no-python "Linux tegra-ubuntu 5.10.120-tegra aarch64
ImportError: libcudnn.so.9: $missing" >out || [ $? = 1 ]
says out 'sudo apt install nvidia-jetpack'
says_not out 'pip install'

# what CUDA does not have comes from elsewhere, also if it is NVIDIA's
while read -r soname source; do
    "$TOOL" explain --root root --no-python "./prog: error while loading shared libraries: $soname: $missing" >out || [ $? = 1 ]
    tr -s ' \n' ' ' <out >line
    says line "Do: install $source"
    says_not line 'driver|not part of CUDA'
done <<'END'
libtritonserver.so NVIDIA's Triton .the container nvcr.io/nvidia/tritonserver., or add
libcutensornet.so.2 cuQuantum .pip: cuquantum-cu12.
libnvidia-container.so.1 nvidia-container-toolkit
libmpi.so.40 Open MPI, on every host .4: libopenmpi3
libopen-pal.so.40 Open MPI 4, on every host .libopenmpi3
libopen-pal.so.80 Open MPI 5, on every host .conda: openmpi=5
libmpi.so.12 MPICH or Intel MPI
libmpi.so.20 MPI with that number
libGL.so.1 libglvnd
END

# a library of R with Python's words, a program in Rust, and a name that only headers' packages have
"$TOOL" explain --root root --no-python "unable to load shared object '/usr/lib/R/torch/libs/torch.so':
  libcudart.so.11.0: $missing" >out || [ $? = 1 ]
says out 'install cuda-cudart-11-8 of NVIDIA'
"$TOOL" explain --root root --no-python 'Unable to dynamically load the "nvrtc" shared library' >out
says out 'install cuda-nvrtc-X-Y of NVIDIA'
"$TOOL" explain --root root --no-python "OSError: libcudart.so: $missing" >out || [ $? = 1 ]
says out 'Do: install cuda-cudart-dev-X-Y'
says_not out 'pip install'
"$TOOL" explain --root root --no-python 'Failed to find cuBLAS library' >out
says out 'install libcublas-X-Y of NVIDIA'

# the linker gets the package of the library's owner, in any language; a toolkit's folder only for
# what a toolkit has
while read -r library help; do
    for line in "ld: cannot find -l$library" "ld : ne peut trouver -l$library" "ld: 找不到 -l$library" \
        "ld: -l$library が見つかりません"; do
        "$TOOL" explain --root root --no-python "$line" >out || [ $? = 1 ]
        tr -s ' \n' ' ' <out >line
        says line "$help"
        [ "$library" = cublas ] || says_not line '/usr/local/cuda/lib64 '
    done
done <<'END'
nvinfer_plugin libnvinfer-plugin-dev
nvonnxparser libnvonnxparsers-dev
cudnn libcudnn9-dev-cuda-12
nvds_meta NVIDIA's DeepStream
cublas /usr/local/cuda/lib64 of a toolkit
nvidia-ml /usr/local/cuda/lib64/stubs
END

# a program that names a file without a number does not find a wheel's
for text in 'Unable to locate libcublas.so' 'Failed to load /opt/x/libcublas.so'; do
    "$TOOL" explain --root root --no-python "$text" >out
    says out 'Do: install libcublas-dev-X-Y'
    says_not out 'pip install'
done

# TensorFlow before 2.14 and Node's do not search wheels
"$TOOL" explain --root root --no-python "W tensorflow/stream_executor/platform/default/dso_loader.cc:64] Could not load \
dynamic library 'libcudnn.so.8'; dlerror: libcudnn.so.8: $missing" >out || [ $? = 1 ]
tr -s ' \n' ' ' <out >line
says line "install libcudnn8 of NVIDIA's repository; or pip install .*, with the folder that pip show -f names in LD"
