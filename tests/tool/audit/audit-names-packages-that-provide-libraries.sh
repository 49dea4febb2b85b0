# `lazynccl audit` of a wheel names the requirements that provide its libraries: by full name, for
# the right CUDA, through cuda-toolkit's extras; and the library that the wheel has itself.

# provides REQUIREMENT...: makes a wheel that needs the libraries in $needs.
provides()
{
    libraries=
    for soname in $needs; do
        library "$soname" '' -nostdlib
        libraries="$libraries ./$soname"
    done
    library module.so 'void module(void) {}' -nostdlib -Wl,--no-as-needed $libraries
    wheel app-1.0-py3-none-linux_x86_64.whl module.so -- "$@"
    exits 1 "$TOOL" audit app-1.0-py3-none-linux_x86_64.whl >said 2>&1
}

# brings SONAME TEXT: audit prints TEXT for SONAME.
brings()
{
    equal "$(sed -n "s/^ *$1: //p" said)" "$2"
}

needs='libnccl.so.2 libcusparse.so.12 libcusparseLt.so.0 libcudnn.so.9 libcuda.so.1 libodd.so.1'
provides 'Nvidia_NCCL.cu12==2.30.7' 'nvidia-cusparselt-cu12==0.8.1' 'nvidia-cudnn-frontend'
brings libnccl.so.2 'brought by Nvidia_NCCL.cu12==2.30.7'
brings libcusparseLt.so.0 'brought by nvidia-cusparselt-cu12==0.8.1'
brings libcusparse.so.12 'nothing that it requires brings it' # only its prefix is the same
brings libcudnn.so.9 'nothing that it requires brings it'
brings libcuda.so.1 "the driver's"
brings libodd.so.1 "not NVIDIA's, not on every system"
says said '^ +auditwheel repair --exclude libcuda\.so\.1 --exclude libcudnn\.so\.9 .* --exclude libnccl\.so\.2$'
says_not said 'exclude libodd'

needs='libnvrtc.so.12 libnvrtc.so.13 libcudart.so.13 libcublasLt.so.13 libcufft.so.12 libnvJitLink.so.12'
provides 'cuda-toolkit[cudart,nvrtc]==13.*; extra == "cu13"' \
    'cuda-toolkit[nvrtc]==12.*; extra == "cu12"' 'cuda-toolkit[cublas]' nvidia-nvjitlink nvidia-nvjitlink-cu12
brings libnvrtc.so.13 'brought by cuda-toolkit[cudart,nvrtc]==13.*; extra == "cu13"'
brings libnvrtc.so.12 'brought by cuda-toolkit[nvrtc]==12.*; extra == "cu12"'
brings libcudart.so.13 'brought by cuda-toolkit[cudart,nvrtc]==13.*; extra == "cu13"'
brings libcublasLt.so.13 'brought by cuda-toolkit[cublas]'
brings libcufft.so.12 'nothing that it requires brings it'
brings libnvJitLink.so.12 'brought by nvidia-nvjitlink-cu12'

# a search path leads to another folder of the wheel
library libnccl.so.2 '' -nostdlib
library module.so 'void module(void) {}' -nostdlib -Wl,--no-as-needed ./libnccl.so.2 \
    -Wl,--enable-new-dtags -Wl,-rpath,'$ORIGIN/../libs'
wheel app-2.0-py3-none-linux_x86_64.whl app/sub/module.so=module.so \
    app/libs/libnccl.so.2=libnccl.so.2
"$TOOL" audit app-2.0-py3-none-linux_x86_64.whl >said 2>&1 || [ $? = 1 ]
says said '^ +needs libnccl\.so\.2 +app/libs \(the wheel itself\)'
