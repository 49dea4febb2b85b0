# If a package opens the wheel's library before a module without a search path, that copy is
# checked, not the one in ld.so's cache or default folders.
healthy
wheel=$site/nvidia/nvjitlink/lib/libnvJitLink.so.12
module "$site/cuda/libcccl.so" libcccl.so '' "$wheel" nvJitLinkCreate nvJitLinkAddData
echo 'load_nvidia_dynamic_lib("nvJitLink")' >"$site/cuda/__init__.py"

# the wheel of 12.2 has no plain names
fake_library nvjitlink 12.2 "$(dirname "$wheel")"
on_root doctor LN107 >out && fail "status 0"
says out '\[LN107\] libcccl\.so.*nvJitLink 12\.2.*nvJitLinkCreate$'
says out 'libnvJitLink\.so\.12 \(wheel\) 12\.2$'
says out 'help: lazynccl doctor LN102 ' # the file is not that of the package's release

# an older copy in a default folder, which the module does not get
fake_library nvjitlink 12.9 "$(dirname "$wheel")"
fake_library nvjitlink 12.1 "$root/usr/lib"
on_root doctor LN107 >out || fail "$(cat out)"

# nor one in a folder of stubs
fake_library nvjitlink 12.1 "$root/stubs"
environment=LD_LIBRARY_PATH=/stubs
for words in doctor "audit ${site#"$root"}/cuda"; do
    on_root $words >out || :
    says_not out 'gets a stub library'
done
environment=

# without such a package the module gets it; so does the file if it is named
rm "$site/cuda/__init__.py"
on_root doctor LN107 >out && fail "status 0"
says out '\[LN107\] libcccl\.so.*nvJitLink 12\.1.*nvJitLinkCreate$'
on_root doctor LN107 --from "${site#"$root"}/cuda/libcccl.so" >out && fail "status 0"
says out '\[LN107\] libcccl\.so.*nvJitLink 12\.1.*nvJitLinkCreate$'

# nor does a module bring what it needs itself
echo 'from . import libcccl' >"$site/cuda/__init__.py"
on_root doctor LN107 >out && fail "status 0"

# a file beside the source has the name
echo 'open_all(Path(__file__).parent / "first.json")' >"$site/cuda/__init__.py"
on_root doctor LN107 >out && fail "status 0"
echo '{"open": ["libnvJitLink.so.12"]}' >"$site/cuda/first.json"
on_root doctor LN107 >out || fail "$(cat out)"

# or the source has it at the end of a long path
printf 'load("/%0120d/libnvJitLink.so.12")\n' 0 >"$site/cuda/__init__.py"
on_root doctor LN107 >out || fail "$(cat out)"

# the packages of a wheel are imported before what auditwheel put beside them
mkdir "$site/Cuda.libs"
mv "$site/cuda/libcccl.so" "$site/Cuda.libs"
on_root doctor LN107 >out && fail "status 0"
package cuda 1.0 Cuda.libs/libcccl.so cuda/__init__.py
on_root doctor LN107 >out || fail "$(cat out)"
mv "$site/Cuda.libs/libcccl.so" "$site/cuda"
echo 'from . import libcccl' >"$site/cuda/__init__.py"

# a package opens one of several files whose names differ in a number, not one of each folder
fake_library nvrtc 11.8 gone
module "$site/steps/stage1/core.so" core.so '' "$root/usr/lib/libnvJitLink.so.12" __nvJitLinkCreate_12_1
module "$site/steps/stage2/core.so" core.so '' gone/libnvrtc.so.11 nvrtcVersion
on_root doctor LN115 >out && fail "status 0"
says out '/steps/stage2/core\.so$'
cp -R "$site/steps/stage2" "$site/~teps" # pip left it
mv "$site/steps/stage1/core.so" "$site/steps/stage2/core11.so"
mv "$site/steps/stage2/core.so" "$site/steps/stage2/core12.so"
on_root doctor LN115 >out || fail "$(cat out)"

# a folder that a .pth file adds to sys.path is of the environment
mkdir "$root/shared"
mv "$site/nvidia" "$root/shared"
echo 'load_nvidia_dynamic_lib("nvJitLink")' >"$site/cuda/__init__.py"
on_root doctor LN107 >out && fail "status 0"
for line in /shared ../../../../shared; do
    printf '# wheels\nimport os\n%s\r\n' "$line" >"$site/shared.pth"
    on_root doctor LN107 >out || fail "$line: $(cat out)"
done
