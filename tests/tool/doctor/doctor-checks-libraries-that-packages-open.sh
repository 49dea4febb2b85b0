# A module without a search path gets the wheel's copy, which its package opens before it: what that
# copy lacks counts, not what ld.so would find in its cache or default folders.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/tool/healthy.sh"
need_tool

root=$stage/root site=$stage/root/venv/lib/python3.11/site-packages environment=
healthy
wheel=$site/nvidia/nvjitlink/lib/libnvJitLink.so.12
module "$site/cuda/libcccl.so" libcccl.so '' "$wheel" nvJitLinkCreate nvJitLinkAddData

# the wheel of 12.2 has no plain names: found before anything crashes
fake_library nvjitlink 12.2 "$(dirname "$wheel")"
on_root doctor LN107 >out && fail "status 0"
says out '\[LN107\] libcccl\.so.*nvJitLink 12\.2.*nvJitLinkCreate$'
says out 'libnvJitLink\.so\.12 \(wheel\) 12\.2$'
says out "help: pip install 'nvidia-nvjitlink-cu12>=12\.3'$"

# an older copy in a default folder, which is not what it gets
fake_library nvjitlink 12.9 "$(dirname "$wheel")"
fake_library nvjitlink 12.1 "$root/usr/lib"
on_root doctor LN107 >out || fail "$(cat out)"

# but as a file that is asked about, by ld.so alone, that is what it gets
on_root doctor LN107 --from "${site#"$root"}/cuda/libcccl.so" >out && fail "status 0"
says out '\[LN107\] libcccl\.so.*nvJitLink 12\.1.*nvJitLinkCreate$'
