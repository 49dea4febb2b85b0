# With a copy in every search location, the first location wins. If it is removed, the next one
# wins.
unset LAZYNCCL_SEARCH
site=$stage/venv/lib/python3.11/site-packages
mkdir -p a/b/c/d
consumer "$SOURCE/tests/fake/ask.c" a/b/c/d/ask

# LOCATION:SETTING:RELEASE IN IT
places="api env loaded partner wheel wheel wheel wheel wheel conda system toolkit toolkit"
api=$stage/api env=$stage/env loaded=$stage/loaded partner=$stage/partner
beside=$stage/a/b/c/d/nvidia/cuda_nvrtc/lib above=$stage/a/b/c/nvidia/cuda_nvrtc/lib
two=$stage/a/b/nvidia/cuda_nvrtc/lib module=$stage/lib/site-packages/nvidia/cuda_nvrtc/lib
venv=$site/nvidia/cuda_nvrtc/lib conda=$stage/conda/lib system=$stage/system
path=$stage/path/lib64 home=$stage/home/lib64
minor=0
for folder in $api $env $loaded $partner $beside $above $two $module $venv $conda $system $path \
    $home; do
    minor=$((minor + 1))
    fake_library nvrtc 12.$minor "$folder"
done
fake_library nvjitlink 12.20 partner
library lib/site-packages/package/module.so 'int nothing;'

export LAZYNCCL_CUDA=12 LAZYNCCL_LIBPATH=$partner/libnvJitLink.so.12:$env
export VIRTUAL_ENV="$stage/venv" CONDA_PREFIX="$stage/conda" LD_LIBRARY_PATH="$system"
export CUDA_PATH="$stage/path" CUDA_HOME="$stage/home"

minor=0
for folder in $api $env $loaded $partner $beside $above $two $module $venv $conda $system $path \
    $home; do
    minor=$((minor + 1)) place=${places%% *} places=${places#* }
    set -- nvjitlink load nvrtc
    [ ! -e "$api" ] || set -- "$@" path="$api"
    [ ! -e "$loaded" ] || set -- "$@" open="$loaded/libnvrtc.so.12"
    a/b/c/d/ask open="$stage/lib/site-packages/package/module.so" "$@" where report >output
    says output "^$place $((120000 + minor * 100)) $folder/libnvrtc.so.12$"
    rm "$folder/libnvrtc.so.12"
    [ "$folder" = "$partner" ] || rm -r "$folder"
done
