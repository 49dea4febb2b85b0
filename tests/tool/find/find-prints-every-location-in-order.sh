# `lazynccl find` shows what ld.so and lazynccl would take, and every other location in order.
root=$stage/root
fake_library nccl 2.20.3 "$root/venv/lib/python3.11/site-packages/nvidia/nccl/lib"
fake_library nccl 2.21.5 "$root/conda/lib"
fake_library nccl 2.22.3 "$root/usr/lib"
fake_library nccl 2.23.4 "$root/usr/local/cuda/lib64"
find_nccl()
{
    env -u LAZYNCCL_SEARCH VIRTUAL_ENV=/venv CONDA_PREFIX=/conda \
        "$TOOL" find nccl --no-python --root "$root" "$@" >found || true
}

# locations in the order of docs/search-order.md, except the winner; NCCL has no partner
find_nccl
equal "$(sed -n 1p found)" "examining: this machine, without Python"
says found '^nccl +ld\.so +2\.22\.3 +default +/usr/lib$'
says found '^ +lazynccl +2\.20\.3 +wheel +/venv/.*/site-packages/nvidia/nccl/lib$'
equal "$(sed -n '4,$s/^ *//p' found | tr -s ' ')" "env unset; loaded no
conda 2.21.5 /conda/lib comes later
system has ld.so's file
toolkit 2.23.4 /usr/local/cuda/lib64 comes later"

# -v: every note of a location; -p: complete paths
find_nccl -v -p
equal "$(sed -n '4,$s/^ *\([[:alpha:]]*\) .*/\1/p' found | uniq | tr '\n' ' ')" \
    "api env loaded conda system toolkit "
says found '^ +env +LAZYNCCL_LIBPATH is not set$'
says found '^ +conda +2\.21\.5 +/conda/lib/libnccl\.so\.2 +comes later$'
says found '^ +lazynccl +2\.20\.3 +wheel +/venv/.*/nvidia/nccl/lib/libnccl\.so\.2$'

# without the winner, the next one wins; older ones are skipped
rm -r "$root/venv"
find_nccl
says found 'lazynccl +2\.21\.5 +conda +/conda/lib$'
find_nccl --min 2.22
says found 'lazynccl +2\.22\.3 +system +/usr/lib$'
says found 'conda +2\.21\.5 +/conda/lib +is 2\.21\.5: older than wanted'
find_nccl --min 2.24
says found 'lazynccl +nothing'
says found '^error\[LN120\] lazynccl finds no NCCL 2\.24\.0 or later for this machine, without Python$'
says found "^      help: pip install 'nvidia-nccl-cu[0-9]*>=2\.24\.0'\$"

# exit status and JSON agree
exits 1 env -u LAZYNCCL_SEARCH "$TOOL" find nccl --no-python --root "$root" --min 2.24 >/dev/null
env -u LAZYNCCL_SEARCH "$TOOL" find nccl --no-python --root "$root" --json |
    in_json /dev/stdin 'found = said["libraries"][0]
assert found["lazynccl"]["version"] == "2.22.3", found
assert found["locations"][-1]["location"] == "toolkit", found'

# ld.so finds one file for each major; each gets a line.
fake_library nvjitlink 12.9 "$root/old"
fake_library nvjitlink 13.0 "$root/usr/lib"
env -u LAZYNCCL_SEARCH LD_LIBRARY_PATH=/old "$TOOL" find nvjitlink --no-python --root "$root" >found
says found '^nvjitlink +ld\.so +13\.0 +default +/usr/lib$'
says found '^ +ld\.so +12\.9 +LD_LIBRARY_PATH +/old +as libnvJitLink\.so\.12$'
equal "$(grep -c ld.so found)" 2

# A file that two variables lead to is printed once.
rm -r "$root/usr/local/cuda"
mkdir -p "$root/usr/local/cuda"
CUDA_HOME=/usr/local/cuda CUDA_PATH=/usr/local/cuda find_nccl -v
equal "$(grep -c ' toolkit .*/usr/local/cuda' found)" 1
