# The configuration of a container that filters system calls is accepted, and the container starts as with
# the direct program. Without libseccomp, other containers start and this one is refused.
. /lazynccl/tests/real/linked/uses/common.sh
for build in direct lazy; do
    passes $build/_build/bin/runc features
    cp said $build.features
done
cmp direct.features lazy.features
grep -q '"seccomp"' lazy.features || fail "$(cat lazy.features)"
passes lazy/_build/bin/runc --version
grep -q 'libseccomp: 2' said || fail "$(cat said)"
reports 'libseccomp.so.2' without seccomp lazy/_build/bin/runc --version
