#!/bin/sh
# The main job before and after: linked with the libraries themselves, then with lazynccl in their
# place; each where they are installed and where they are not.
# Wants BUILD, Meson's folder, and VIRTUAL_ENV, a Python environment with the three wheels.
# SPDX-License-Identifier: Apache-2.0 OR MIT
set -eu
source=$(dirname "$0")
root=$(cd "$source/../../.." && pwd)
nvidia=$(echo "$VIRTUAL_ENV"/lib/python3*/site-packages/nvidia)
out=$BUILD/demo
mkdir -p "$out/empty"

bold='' plain=''
if [ -t 1 ]; then
    bold=$(printf '\033[1m') plain=$(printf '\033[0m')
fi

title()
{
    printf '\n%s%s%s\n' "$bold" "$*" "$plain"
}

# Indents, and breaks lines of more than 100 columns between words.
show()
{
    awk '{
        match($0, /^ *(\| [a-z]+ +)?/)
        margin = sprintf("    %" RLENGTH "s", "")
        line = "    " substr($0, 1, RLENGTH)
        empty = 1
        count = split(substr($0, RLENGTH + 1), words, " ")
        for (i = 1; i <= count; i++) {
            if (!empty && length(line) + length(words[i]) >= 100) {
                print line
                line = margin
                empty = 1
            }
            line = line (empty ? "" : " ") words[i]
            empty = 0
        }
        print line
    }'
}

# What a search may find is this demo's to say, and no other CUDA of this machine's.
unset LD_LIBRARY_PATH CUDA_HOME CUDA_PATH NCCL_HOME CONDA_PREFIX
ld_so=$(readelf -l /bin/sh | sed -n 's/.*program interpreter: \(.*\)]/\1/p')

# The headers of the three; where only NCCL's wheel is, cuda_runtime.h is a stand-in.
headers="-I$nvidia/nccl/include -I$nvidia/cu13/include -I$root/gen/update/include"
compile()
{
    ${CC:-cc} -O2 $headers "$source/job.c" "$source/main.c" "$source/mapped.c" "$@"
}
compile -o "$out/as-usual" \
    "$nvidia/cu13/lib/libnvrtc.so.13" "$nvidia/cu13/lib/libnvJitLink.so.13" \
    "$nvidia/nccl/lib/libnccl.so.2"
compile -o "$out/with-lazynccl" -DWITH_LAZYNCCL -I"$BUILD/include" -L"$BUILD/src" -llazynccl

title "As usual:  cc job.c main.c mapped.c -lnvrtc -lnvJitLink -lnccl"
echo "  Where the libraries are installed:"
LD_LIBRARY_PATH=$nvidia/cu13/lib:$nvidia/nccl/lib "$out/as-usual" | sed '/^NVRTC/,$d' | show
echo "  Where they are not:"
"$ld_so" --inhibit-cache "$out/as-usual" 2>&1 | sed "s|.*/as-usual: |as-usual: |" | show || true

title "With lazynccl:  cc job.c main.c mapped.c -llazynccl"
echo "  Where the libraries are installed:"
LAZYNCCL_SEARCH=loaded,partner,wheel "$out/with-lazynccl" | show
echo "  Where they are not:"
unset VIRTUAL_ENV
LAZYNCCL_SEARCH=env,loaded,wheel,conda LAZYNCCL_LIBPATH=$out/empty "$out/with-lazynccl" | show
