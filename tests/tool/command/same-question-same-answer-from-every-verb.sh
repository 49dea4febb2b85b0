# Every verb reports the same about the libraries that ld.so gives a file: doctor, audit and symbols
# have the same findings with the same words, evidence and remedies.
. "$SOURCE/tests/common/healthy.sh"

root=$stage/healthy site=$stage/healthy/venv/lib/python3.11/site-packages environment= plugin_needs=
healthy
mkdir "$root/cuda"
inside=/venv/lib/python3.11/site-packages kernels=$inside/train/kernels.so
lib=$inside/nvidia/nccl/lib/libnccl.so.2
cat >asked.py <<'END_OF_PYTHON'
"""Prints what was found of a binding: all that every verb looks for; symbols names no location."""
import json, re, sys

for one in json.load(sys.stdin)["findings"]:
    # LN5xx: only audit checks these; LN104, 115, ...: impossible for a named library
    if one["id"] not in sys.argv[1].split():
        continue
    if "LD_LIBRARY_PATH has a folder" in one["what"]:
        continue  # a finding about the variable, which only doctor examines, not about the file
    evidence = [re.sub(r" \(.*", "", line) for line in one["evidence"]]
    print(one["id"], one["what"], *evidence, *one["remedy"], sep="\n    ")
END_OF_PYTHON

# finds IDS FILE [LIBRARY]: doctor and audit have exactly these findings about the file ("" for
# none), with the same text. If a library is given, symbols has the same ones about the library,
# except those about the path to it.
finds()
{
    bindings='LN103 LN104 LN105 LN107 LN115 LN117' wanted=$1
    on_root doctor $bindings --from "$2" --json >json || [ $? = 1 ]
    "$PYTHON" asked.py "$bindings" <json >doctor
    on_root audit "$2" --json >json || [ $? = 1 ]
    "$PYTHON" asked.py "$bindings" <json >audited
    equal "$(sed -n 's/^\(LN[0-9]*\)$/\1/p' doctor | xargs)" "$wanted"
    equal "$(cat audited)" "$(cat doctor)"
    if [ -n "${3-}" ]; then
        on_root symbols "$3" --demanded-by "$2" --json >json || [ $? = 1 ]
        "$PYTHON" asked.py "$bindings" <json >demanded
        equal "$(cat demanded)" "$(cat doctor)"
    fi
}

# of: each case has a separate machine.
case_of()
{
    rm -rf "$stage/root"
    cp -a "$stage/healthy" "$stage/root"
    root=$stage/root site=$stage/root$inside environment=
}

case_of nothing
finds '' "$kernels" "$lib"

# A symbol that the library lacks: without a version node, with one, and in a suffix family.
case_of lacking
fake_library nccl 2.17.1 "$site/nvidia/nccl/lib"
finds LN103 "$kernels" "$lib"
jit=$inside/nvidia/nvjitlink/lib/libnvJitLink.so.12 sparse=$inside/nvidia/cusparse/lib/libcusparse.so.12
fake_library nvjitlink 12.1 "$site/nvidia/nvjitlink/lib"
finds LN107 "$sparse" "$jit"
echo 'int __nvJitLinkCreate_12_4;' | $CC -shared -fPIC -nostdlib -o bare.so -x c - \
    -Wl,-soname,libnvJitLink.so.12
module "$site/nvidia/cusparse/lib/libcusparse.so.12" libcusparse.so.12 \
    '$ORIGIN/../../nvjitlink/lib' ./bare.so __nvJitLinkCreate_12_4
finds LN107 "$sparse" "$jit"

# A library of another major under the needed name has other version nodes.
case_of renamed
fake_library nvjitlink 13.0 other
mv other/libnvJitLink.so.13 "$site/nvidia/nvjitlink/lib/libnvJitLink.so.12"
finds LN107 "$sparse"

# The first file is broken, or is for linking, or is for another machine.
case_of broken
head -c 3000 "$root$lib" >short
cp "$root$lib" good
mv short "$root$lib"
finds LN117 "$kernels"
for folder in cut cuda/stubs foreign; do
    case_of $folder
    mkdir -p "$root/$folder"
    cp good "$root/$folder/libnccl.so.2"
    environment=LD_LIBRARY_PATH=/$folder
    case $folder in
    cut) truncate -s 2000 "$root/$folder/libnccl.so.2" && finds LN117 "$kernels" ;;
    cuda/stubs) finds LN105 "$kernels" ;;
    foreign)
        "$PYTHON" -c 'import sys
file = open(sys.argv[1], "r+b")
file.seek(18)
file.write(b"\x16") # s390' "$root/foreign/libnccl.so.2"
        finds '' "$kernels"
        ;;
    esac
done

# An older copy comes first, or one that lacks a symbol.
case_of older
fake_library nccl 2.27.3 "$root/old"
environment=LD_LIBRARY_PATH=/old
finds LN104 "$kernels"
fake_library nccl 2.17.1 "$root/old"
finds LN103 "$kernels"

# NCCL and other NVIDIA libraries are missing; then with a copy that only lazynccl finds.
case_of absent
rm -r "$site/nvidia/nccl"
finds LN115 "$kernels"
case_of elsewhere
module "$root/app" app '' "$root$lib" ncclGetVersion
environment=VIRTUAL_ENV=/venv
finds LN115 /app
echo 'int cufftPlan1d;' | $CC -shared -fPIC -nostdlib -o libcufft.so.11 -x c - -Wl,-soname,libcufft.so.11
module "$root/fft" fft '' ./libcufft.so.11 cufftPlan1d
finds LN115 /fft

# A stand-in counts as the library. One of an older lazynccl lacks later symbols.
case_of standin
rm "$site/nvidia/nvjitlink/lib/libnvJitLink.so.12"
"$TOOL" stand-in nvjitlink -o "$site/nvidia/nvjitlink/lib" >/dev/null
finds '' "$sparse"
echo 'int __nvJitLinkCreate_12_99;' | $CC -shared -fPIC -nostdlib -o newer.so -x c - \
    -Wl,-soname,libnvJitLink.so.12
module "$site/nvidia/cusparse/lib/libcusparse.so.12" libcusparse.so.12 \
    '$ORIGIN/../../nvjitlink/lib' ./newer.so __nvJitLinkCreate_12_99
finds LN107 "$sparse"
