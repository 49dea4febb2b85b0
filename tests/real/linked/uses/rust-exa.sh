# Files in a git repository are listed with their states. Without libgit2, other lists work, and --git says
# what is missing.
. /lazynccl/tests/real/linked/uses/common.sh
mkdir -p repository/.git/objects repository/.git/refs/heads
echo 'ref: refs/heads/main' >repository/.git/HEAD
printf '[core]\n\trepositoryformatversion = 0\n\tbare = false\n' >repository/.git/config
echo text >repository/new
for build in direct lazy; do
    passes $build/target/*/release/deps/exa-* --git -l --no-user --no-time repository
    cp said $build.list
done
cmp direct.list lazy.list
grep -q -e '-N .*new' lazy.list || fail "$(cat lazy.list)"
passes without git2 lazy/target/*/release/deps/exa-* -l repository
reports '^lazylink: git_.*: libgit2.so' without git2 lazy/target/*/release/deps/exa-* --git -l repository
