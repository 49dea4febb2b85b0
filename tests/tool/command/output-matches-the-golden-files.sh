# Each verb's output, on the machine made here, is that of golden/VERB.txt, as far as docs/command.md
# and the cases of findings do not show it; other tests assert ids, paths and versions. Where -v or a
# fault changes a part of an output, the file has that part only, as a diff.
[ "$(uname -m)" = x86_64 ] || skip "the golden files are for x86-64"

# a home folder with the Python, a wheel, unusable files, and a plugin
root=$stage/root home=$stage/root/home/user environment= plugin_needs=
site=$home/venv/lib/python3.11/site-packages
healthy
mv "$root/venv/bin" "$root/venv/pyvenv.cfg" "$home/venv/"
fake_library nvjitlink 12.1 "$root/usr/local/cuda-12.1/lib64"
fake_library nccl 2.17.1 "$root/opt/nccl-2.17"
module "$site/old/bindings.so" bindings.so '' "$site/nvidia/nccl/lib/libnccl.so.2" ncclGetVersion
module "$site/old/compiler.so" compiler.so '' "$site/nvidia/cuda_nvrtc/lib/libnvrtc.so.12" \
    nvrtcVersion nvrtcNoSuchFunction
package old 1.0 old/bindings.so
sed -i '/^Version/a Requires-Dist: cuda-pathfinder' "$site/old-1.0.dist-info/METADATA"
echo text >"$home/text.so"
plugin "$home/libnccl-net-fast.so" ncclNetPlugin_v8 ncclNetPlugin_v7 ncclTunerPlugin_v4

# ask [VERB [ARGUMENT...]]: runs a command on that machine with the variables in $environment, and
# keeps its output in `last`.
ask()
{
    verb=${1-} look="--root $root"
    case $verb in
    [a-z]*) shift ;;
    *) verb= ;;
    esac
    case "$verb $*" in
    *--help) look= ;;
    esac
    status=0
    env -i PATH=/home/user/venv/bin HOME=/home/user LC_ALL=C.UTF-8 $environment \
        "$TOOL" $verb $look "$@" >last 2>&1 || status=$?
    asked="${environment:+$environment }lazynccl${verb:+ $verb}${*:+ $*}"
}

# append FILE: appends this and the exit status to VERB.txt or summary.txt.
append()
{
    {
        echo "\$ $asked"
        # the newest functions change with each import; docs-list-every-finding.sh compares the list
        awk '!/^(lacks|LN[0-9]+) / || ++rows < 4' "$1"
        printf '[%s]\n\n' "$status"
    } | sed -e "s|$root|ROOT|g" -e "s|$stage|STAGE|g" -e "s|$BUILD|BUILD|g" \
        -e "s/\\b$version\\b/VERSION/g" >>"made/${verb:-summary}.txt"
}

# shown [VERB [ARGUMENT...]]: appends a command's output.
shown()
{
    ask "$@"
    append last
}

# explained FILE: prints an output with one line in place of what `lazynccl explain` prints about a
# finding.
explained()
{
    "$PYTHON" - "$1" <<'END'
import os, re, subprocess, sys
text = open(sys.argv[1]).read()
for one in set(re.findall(r"^\w+\[(LN\d+)\] ", text, re.MULTILINE)):
    said = subprocess.run([os.environ["TOOL"], "explain", one], stdout=subprocess.PIPE, text=True)
    body = re.sub(r".*\n(      .*\n)*", "", said.stdout, count=1)
    words = re.sub(r"\n  help: .*(\n        .*)*", "", body).split()
    text = re.sub(r" {6}" + r"\s+".join(map(re.escape, words)) + r"\n",
                  f"      (the text of explain {one})\n", text)
print(text, end="")
END
}

# changed FILE [VERB [ARGUMENT...]]: appends only how a command's output differs from that in FILE.
changed()
{
    explained "$1" >one
    shift
    ask "$@"
    explained last >other
    diff one other >difference || [ $? = 1 ]
    append difference
}
version=$("$TOOL" --version | sed 's/.* //; s/\./\\./g')
mkdir made

shown --help
cp last help
for verb in find plugin; do
    ask $verb --help
    # the options that `lazynccl --help` explains with the same words, by their names
    "$PYTHON" -c 'import re, sys
option = re.compile(r"^  (-\S+).*\n(?:   .*\n)*", re.MULTILINE)
common = {one[0] for one in option.finditer(open("help").read())}
text = option.sub(lambda one: f"\0{one[1]}\n" if one[0] in common else one[0], open("last").read())
names = re.compile(r"(?:\0.*\n)+")
print(names.sub(lambda all: "  (" + " ".join(all[0].split("\n\0"))[1:-1] + ")\n", text), end="")' >shorter
    append shorter
done
module=/home/user/venv/lib/python3.11/site-packages/train/kernels.so
packages=/home/user/venv/lib/python3.11/site-packages
faults="LD_LIBRARY_PATH=/usr/local/cuda-12.1/lib64 LAZYNCCL_LIBPATH=relative:/nowhere NCCL_NET="
for environment in "" "$faults"; do
    shown doctor
    changed last doctor -v
    shown find
done
environment=
ask
changed last -v
environment=$faults
shown
environment=
shown audit $packages
shown doctor --list
shown doctor LN999
shown explain Failed to initialize any NET plugin
shown explain "undefined symbol: __nvJitLinkCreate_12_4, version libnvJitLink.so.12"
shown find nccl --from $module
shown find nvrtc --no-python
shown audit /home/user/text.so
shown symbols $module
shown symbols /opt/nccl-2.17/libnccl.so.2
shown plugin inspect /home/user/libnccl-net-fast.so

golden=$SOURCE/tests/tool/command/golden
diff -ru "$golden" made >said && exit 0
rm -rf "$BUILD/golden"
cp -r made "$BUILD/golden"
fail "the output has changed: $(cat said)
if that is wanted: cp $BUILD/golden/* $golden/"
