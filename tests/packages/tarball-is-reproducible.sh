# The tarball of a commit has the same bytes from another clone, with another umask and day; a
# release is refused until the tree says that it is one; a changed liblazynccl.so.0 stops it.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need git abidiff
[ -e "$SOURCE/.git" ] || skip "the tree is not a git repository"

die()
{
    echo "die: $*"
    exit 1
}
export GIT_CONFIG_GLOBAL=/dev/null
git clone -q "$SOURCE" one
packages=
cd one
git config user.name test
git config user.email test@localhost
. "$SOURCE/packaging/release.sh"
refused()
{
    if (release_ready) >"$stage/said"; then
        fail "this is not a release: $1"
    fi
    says "$stage/said" "^die: $1"
}
sed -i "s/^## $release, .*/## $release, not released yet/" NEWS.md
git commit -qam 'Not yet' || true
refused "NEWS\.md has no line '## $release, "
sed -i "s/^## $release, .*/## $release, 2026-11-22/" NEWS.md
refused 'commit or remove first: +M NEWS\.md'
git commit -qam 'Say the day'
release_ready >"$stage/said" || fail "$(cat "$stage/said")"
release_tarball "$stage/one.tar.gz"
git tag "v$release"
refused "v$release is released: "

cd ..
git clone -q one two
(umask 077 && cd two && export TZ=Asia/Tokyo && release_tarball "$stage/two.tar.gz")
cmp one.tar.gz two.tar.gz
tar -tzf one.tar.gz >names
says names "^lazynccl-$release/dev$"
says_not names "^lazynccl-$release/(build|dist)/"

(release_abi "$SHARED" "$SHARED") >said || fail "the same library is not the same: $(cat said)"
echo 'int lazynccl_load(void) { return 0; }' |
    $CC -g -shared -fPIC -x c - -o less.so -Wl,-soname,liblazynccl.so.0
if (release_abi "$SHARED" "$PWD/less.so") >said 2>&1; then
    fail "functions that are gone are accepted: $(cat said)"
fi
says said 'programs that use it would fail'
