# A missing library is reported with a command that installs it: for the soname's CUDA, for either
# if it names none, and with a release if that matters.
site=lib/python3.11/site-packages # a plain program gets the folder as well
mkdir -p root/$site
path= # to all wheels; without, a module gets the folder, too
for wheel in cu13 cublas cuda_cupti cuda_nvrtc cuda_runtime cudnn cufft cufile curand cusolver cusparse \
    cusparselt nccl nvjitlink; do
    path=$path:'$ORIGIN'/nvidia/$wheel/lib
done

# installs SONAME COMMAND: a file that needs SONAME gets COMMAND as help.
installs()
{
    library "$1" '' -nostdlib
    library root/$site/module.so 'void module(void) {}' -nostdlib -Wl,--no-as-needed \
        "./$1" -Wl,-rpath,"${path#:}"
    rm "$1"
    exits 1 "$TOOL" audit /$site/module.so --root root >said
    says said "^error\[LN115\] module\.so needs $1, which ld\.so does not find\$"
    equal "$(unfolded said | sed -n 's/^ *help: pip/pip/p')" "$2"
}
either=', for the CUDA that the file was built with'
installs libnvrtc.so.12 'pip install nvidia-cuda-nvrtc-cu12'
installs libnvrtc.so.13 'pip install nvidia-cuda-nvrtc'
installs libnvrtc.so.11.2 'pip install nvidia-cuda-nvrtc-cu11'
installs libnvJitLink.so.12 'pip install nvidia-nvjitlink-cu12'
installs libnccl.so.2 "pip install nvidia-nccl-cu13 or nvidia-nccl-cu12$either"
installs libcufft.so.11 'pip install nvidia-cufft-cu12'
installs libcufft.so.12 'pip install nvidia-cufft'
installs libcublasLt.so.13 'pip install nvidia-cublas'
installs libcusparse.so.12 "pip install nvidia-cusparse or nvidia-cusparse-cu12$either"
installs libcudnn.so.8 "pip install 'nvidia-cudnn-cu12<9' or 'nvidia-cudnn-cu11<9'$either"
installs libcudnn_ops.so.9.1.0 "pip install nvidia-cudnn-cu13 or nvidia-cudnn-cu12$either"

# If an installed package requires cuda-toolkit with the library's extra, the help repeats that, for
# the same CUDA.
export VIRTUAL_ENV=/venv wheels=$path
site=venv/lib/python3.11/site-packages
mkdir -p root/venv/bin root/$site/app-1.dist-info
echo 'home = /usr/bin' >root/venv/pyvenv.cfg
: >root/venv/bin/python3
chmod +x root/venv/bin/python3
for row in '13.* 13' '12.9.1 12'; do
    version=${row% *} cuda=${row#* }
    printf 'Metadata-Version: 2.1\nName: app\nVersion: 1\nRequires-Dist: cuda-toolkit[cublas,nvrtc]==%s\n' \
        "$version" >root/$site/app-1.dist-info/METADATA
    installs libnvrtc.so.$cuda "pip install 'cuda-toolkit[cublas,nvrtc]==$version'"
    if [ "$cuda" = 12 ]; then
        installs libnvrtc.so.13 'pip install nvidia-cuda-nvrtc'
    else
        installs libnvrtc.so.12 'pip install nvidia-cuda-nvrtc-cu12'
    fi
    installs libnvJitLink.so.$cuda "pip install nvidia-nvjitlink$([ "$cuda" = 13 ] || echo -cu12)"
    path=
    installs libnvrtc.so.$cuda "pip install 'cuda-toolkit[cublas,nvrtc]==$version'; export \
LD_LIBRARY_PATH=/$site/nvidia/$([ "$cuda" = 13 ] && echo cu13 || echo cuda_nvrtc)/lib"
    path=$wheels
done

# doctor names both packages in one command, though the name of one is the beginning of the other.
library libnvjpeg.so.12 '' -nostdlib
library libnvjpeg.so.13 '' -nostdlib
library root/$site/module.so 'void module(void) {}' -nostdlib -Wl,--no-as-needed \
    ./libnvjpeg.so.1[23]
exits 1 "$TOOL" doctor --from /$site/module.so --root root >said
says said 'pip install nvidia-nvjpeg-cu12 nvidia-nvjpeg;'
