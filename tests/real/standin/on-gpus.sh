#!/bin/sh
# usage: on-gpus.sh LAZYNCCL: manual test of PyTorch with stand-ins on real GPUs. docs/gpus.md shows
# its output.
#
# LAZYNCCL is the command. Python is python3 in PATH, with PyTorch for CUDA and its NVIDIA wheels in
# a separate environment, which is copied and not changed.
set -eu
[ $# = 1 ] || { sed -n 's/^# \(usage: [^:]*\).*/\1/p' "$0"; exit 2; }
tool=$1
here=$(dirname "$0")
usual=$(python3 -c 'import sys; print(sys.prefix)')
site=$(python3 -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])')
real=$(ls -d "$site"/nvidia/*/lib | tr '\n' ':')
work=$(mktemp -d "$usual-lazily.XXXXXX") # beside it: copies are hard links
trap 'rm -rf "$work"' EXIT
export TORCHINDUCTOR_CACHE_DIR="$work/compiled" TORCHINDUCTOR_FORCE_DISABLE_CACHES=1

say()
{
    printf '\n==> %s\n' "$*"
}

# environment NAME OPTION...: makes a copy in which stand-ins replace the libraries that can have
# one.
environment()
{
    name=$1
    shift
    cp -al "$usual" "$work/$name"
    "$tool" stand-in "$site" -o "$work/wheels-$name" "$@" >"$work/$name.log" || cat "$work/$name.log"
    python3 -m pip --disable-pip-version-check --python "$work/$name/bin/python" install --quiet \
        --no-index --no-deps --force-reinstall "$work/wheels-$name"/*.whl
    du -sm "$work/$name" | sed 's/\t.*/ MiB installed/'
}

say "the machine"
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
python3 -c 'import torch; print("PyTorch", torch.__version__)'
du -sm "$usual" | sed 's/\t.*/ MiB installed/'

say "all that can be stood in for"
environment all
say "as usual"
python3 "$here/on-gpus.py" | tee "$work/usual"
say "lazily, with the real libraries in another environment"
LAZYNCCL_LIBPATH=${real%:} "$work/all/bin/python" "$here/on-gpus.py" | tee "$work/lazily"
cut -f 1,2 "$work/usual" >"$work/usual.results"
cut -f 1,2 "$work/lazily" >"$work/lazily.results"
if cmp "$work/usual.results" "$work/lazily.results"; then
    say "every result is the same, bit for bit"
else
    say "results differ"
fi
for round in 1 2; do
    python3 "$here/on-gpus.py" --all-reduce | sed 's/^/as usual: /'
    LAZYNCCL_LIBPATH=${real%:} "$work/all/bin/python" "$here/on-gpus.py" --all-reduce |
        sed 's/^/lazily: /'
done

say "a thin installation: cuBLAS, cuDNN and NVRTC are real, the others are nowhere"
environment thin --except nvidia-cublas,nvidia-cudnn-cu13,nvidia-cuda-nvrtc
LAZYNCCL_SEARCH=env,loaded,wheel "$work/thin/bin/python" "$here/on-gpus.py"
