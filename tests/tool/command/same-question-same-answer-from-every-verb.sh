# Every verb reports the same about the libraries that ld.so gives a file: doctor, audit and symbols
# have the same findings with the same words, evidence and remedies. verbs-agree-with-dlopen.py
# compares the errors of random files.
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
library bare/libnvJitLink.so.12 'int __nvJitLinkCreate_12_4;' -nostdlib
module "$site/nvidia/cusparse/lib/libcusparse.so.12" libcusparse.so.12 \
    '$ORIGIN/../../nvjitlink/lib' bare/libnvJitLink.so.12 __nvJitLinkCreate_12_4
finds LN107 "$sparse" "$jit"

# A library of another major under the needed name has other version nodes.
case_of renamed
fake_library nvjitlink 13.0 other
mv other/libnvJitLink.so.13 "$site/nvidia/nvjitlink/lib/libnvJitLink.so.12"
finds LN107 "$sparse"

# A file for linking comes first.
case_of stubs
mkdir -p "$root/cuda/stubs"
cp "$root$lib" "$root/cuda/stubs"
environment=LD_LIBRARY_PATH=/cuda/stubs
finds LN105 "$kernels"

# An older copy comes first, or one that lacks a symbol.
case_of older
fake_library nccl 2.27.3 "$root/old"
environment=LD_LIBRARY_PATH=/old
finds LN104 "$kernels"
fake_library nccl 2.17.1 "$root/old"
finds LN103 "$kernels"

# A stand-in counts as the library. One of an older lazynccl lacks later symbols.
case_of standin
rm "$site/nvidia/nvjitlink/lib/libnvJitLink.so.12"
"$TOOL" stand-in nvjitlink -o "$site/nvidia/nvjitlink/lib" >/dev/null
finds '' "$sparse"
library newer/libnvJitLink.so.12 'int __nvJitLinkCreate_12_99;' -nostdlib
module "$site/nvidia/cusparse/lib/libcusparse.so.12" libcusparse.so.12 \
    '$ORIGIN/../../nvjitlink/lib' newer/libnvJitLink.so.12 __nvJitLinkCreate_12_99
finds LN107 "$sparse"
