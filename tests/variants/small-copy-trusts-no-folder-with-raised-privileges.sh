# A small copy in a setuid program that another user runs ignores variables and the folders around the
# program and around a library, though each leads to a library that the same program uses otherwise.
. "$SOURCE/tests/runtime/search/raised-privileges.sh"
need_raised chmod u+s

"$PYTHON" "$SOURCE/gen" vendor nccl nvrtc nvjitlink -o copy \
    --search api,env,loaded,partner,wheel,conda,toolkit >/dev/null
site=$stage/lib/site-packages
mkdir -p "$site/package"
$CC -w "$SOURCE/tests/fake/ask.c" copy/lazynccl.c -Icopy -pthread -ldl -o plain
for folder in env conda/lib cuda/lib64 "$site/nvidia/nccl/lib"; do
    fake_library nccl 2.28.1 "$folder"
done
fake_library nvrtc 12.9 toolkit
fake_library nvjitlink 12.9 toolkit
cp plain "$site/package/plain"
for program in ask "$site/package/ask"; do
    cp plain "$program"
    chmod u+s "$program"
done

# asked PROGRAM NAME=VALUE...: prints where it finds NCCL, and nvJitLink beside NVRTC, and its report.
asked()
{
    program=$1
    shift
    as_nobody env -i "$@" "$program" where report nvrtc path="$stage/toolkit/libnvrtc.so.12" load \
        nvjitlink where report >output || fail "$program: status $?"
}

asked ./plain LAZYNCCL_LIBPATH="$stage/env"
says output "^env 22801 $stage/env/libnccl.so.2$"
says output "^partner 120900 $stage/toolkit/libnvJitLink.so.12$"
asked "$site/package/plain"
says output "^wheel 22801 $site/nvidia/nccl/lib/libnccl.so.2$"
asked ./plain CONDA_PREFIX="$stage/conda"
says output "^conda 22801 $stage/conda/lib/libnccl.so.2$"
asked ./plain CUDA_PATH="$stage/cuda"
says output "^toolkit 22801 $stage/cuda/lib64/libnccl.so.2$"

nowhere='absent
api       not set'
for location in env partner wheel conda toolkit; do
    nowhere="$nowhere
$(printf '%-10snot searched: raised privileges' $location)"
done
for program in ./ask "$site/package/ask"; do
    asked "$program" LAZYNCCL_LIBPATH="$stage/env" CONDA_PREFIX="$stage/conda" \
        CUDA_PATH="$stage/cuda" LAZYNCCL_SEARCH=wheel LAZYNCCL_DEBUG=1
    equal "$(grep -v '^loaded' output)" "$nowhere
set_path 0
load 0
$nowhere"
done
