# A library that lacks a function makes the files fail that need it through others, whose search
# paths lead through "..", as NVIDIA's do.
site=$stage/env/lib/python3.11/site-packages
mkdir -p "$stage/env/bin" "$site/nvidia/nvjitlink/lib"
cp "$TOOL" "$stage/env/bin/python3"
touch "$stage/env/pyvenv.cfg"
sparse=$site/nvidia/cusparse/lib/libcusparse.so.12 solver=$site/nvidia/cusolver/lib/libcusolver.so.11
fake_library nvjitlink 12.9 "$site/nvidia/nvjitlink/lib"
module "$sparse" libcusparse.so.12 "\$ORIGIN/../../nvjitlink/lib" \
    "$site/nvidia/nvjitlink/lib/libnvJitLink.so.12" __nvJitLinkCreate_12_4
module "$solver" libcusolver.so.11 "\$ORIGIN/../../cusparse/lib" "$sparse" \
    use___nvJitLinkCreate_12_4
for version in 12.9 12.1; do
    fake_library nvjitlink $version "$site/nvidia/nvjitlink/lib"
    "$TOOL" doctor --python "$stage/env/bin/python3" --json | grep -o '"verdict": "[a-z]*' >>verdicts
done
equal "$(cut -d '"' -f 4 verdicts | xargs)" "loads loads fails fails"
"$TOOL" audit "$site/nvidia/cusolver" >out && fail "status 0" # which has neither of the two
says out '\[LN107\] libcusparse\.so\.12 will not load'

# A stub library comes first. Whether the wheel's copy is opened before depends on the packages.
fake_library nvjitlink 12.9 "$site/nvidia/nvjitlink/lib"
module "$site/use/_use.abi3.so" _use.so '' "$site/nvidia/nvjitlink/lib/libnvJitLink.so.12" nvJitLinkCreate
library stubs/libnvJitLink.so.12 'int x;'
: >verdicts
for source in '' 'load_nvidia_dynamic_lib("nvJitLink")'; do
    echo "$source" >"$site/use/__init__.py"
    LD_LIBRARY_PATH=$PWD/stubs "$TOOL" doctor --python "$stage/env/bin/python3" --json |
        grep -o 'libcusparse.*"verdict": "[a-z]*' >>verdicts
done
equal "$(cut -d '"' -f 5 verdicts | xargs)" "fails depends"
