# The tarball of a commit has the same bytes from another clone, with another umask and on another
# day. A release is refused in one line unless meson.build and NEWS.md name it, or if the ABI of
# liblazynccl.so.0 changed incompatibly.
need git abidiff
die()
{
    echo "die: $*"
    exit 1
}
say()
{
    echo "say: $*"
}
export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test@localhost
export GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test@localhost
if [ -e "$SOURCE/.git" ]; then
    git clone -q "$SOURCE" one
else # an unpacked tarball
    mkdir one
    for entry in "$SOURCE"/* "$SOURCE"/.[a-z]*; do
        case ${entry##*/} in build | dist) ;; *) cp -r "$entry" one ;; esac
    done
    (cd one && git init -q && git add -A && git commit -qm 'As unpacked')
fi
packages= wheel_packages= debian_packages= cache=$stage/cache
cd one
. "$SOURCE/packaging/wheel/build.sh"
. "$SOURCE/packaging/release.sh"
refused()
{
    if (release_ready) >"$stage/said"; then
        fail "this is not a release: $1"
    fi
    equal "$(wc -l <"$stage/said")" 1
    says "$stage/said" "^die: $1"
}

# broken MESSAGE FILE SED-SCRIPT: the release of a commit with this change is refused.
broken()
{
    sed -i "$3" "$2"
    git commit -qam Break
    refused "$1"
    git reset -q --hard HEAD~1
}
sed -i "s/^## $release, .*/## $release, not released yet/" NEWS.md
sed -i "s/^State: $release, [^;]*/State: $release, not released yet/" README.md
git commit -qam 'Not yet' || true
refused "NEWS\.md has no line '## $release, "
sed -i "s/^## $release, .*/## $release, 2026-11-22/" NEWS.md
sed -i "s/^State: $release, not released yet/State: $release, $(date +%Y-%m)/" README.md
refused 'commit or remove first: +M NEWS\.md M README\.md'
git commit -qam 'Say the day'
if grep -q '^### Before the release' README.md; then
    refused "README.md says 'Before the release': remove this section"
    eval "$(sed -n 's/^\$ git archive/git archive/p' README.md)" # as a reader types it
    tar -tzf "lazynccl-$release.tar.gz" | grep -qx "lazynccl-$release/packaging/CMakeLists.txt" ||
        fail "README's tarball"
    rm "lazynccl-$release.tar.gz"
    sed -i '/^### Before the release/,/^## /{/^## /!d}' README.md
    git commit -qam 'Release it'
fi
touch new
refused 'commit or remove first: \?\? new'
rm new
# A clone of one branch, as CI's, may lack the tag of the release before.
before=$(release_before)
[ -z "$before" ] || git tag "v$before" 2>/dev/null || [ -n "$(git tag --list "v$before")" ]
release_ready >"$stage/said" || fail "$(cat "$stage/said")"
broken "packaging/debian/changelog does not say 'lazynccl \($release-1\)'$" \
    packaging/debian/changelog '1s/(.*)/(9.9.9-1)/'
broken "packaging/conda/recipe.yaml does not say '  version: $release'$" \
    packaging/conda/recipe.yaml 's/version: .*/version: 9.9.9/'
broken "README.md does not say 'State: $release, 20" README.md 's/^State: .*/State: ready/'
broken 'no tag v0\.0\.9, .*: git fetch --tags$' NEWS.md "s/^## $before,/## 0.0.9,/"
(cd / && release=$release && release_ready) >"$stage/said" 2>&1 || says "$stage/said" '^die: a release is made in a clone: '
release_tarball "$stage/one.tar.gz"
(wheel_lock && touch "$stage/held" && sleep 1 && touch "$stage/released") &
until [ -e "$stage/held" ]; do sleep 0.1; done
(wheel_lock && [ -e "$stage/released" ]) >"$stage/said" || fail "two build wheels at once"
wait
git tag "v$release"
refused "v$release is released: "

cd ..
git clone -q one two
(umask 077 && cd two && export TZ=Asia/Tokyo && release_tarball "$stage/two.tar.gz")
cmp one.tar.gz two.tar.gz
tar -tzf one.tar.gz >names
says names "^lazynccl-$release/dev$"
says_not names "^lazynccl-$release/(build|dist)/"

if unshare -rn true 2>/dev/null; then
    unshare -rn sh -c 'cd "$1" && . packaging/wheel/build.sh && linked=$2/linked
        say() { :; }; die() { echo "die: $*"; exit 1; }
        wheel_sources' - "$SOURCE" "$stage/cache" >said 2>&1 && fail "sources without a network"
    says said "^die: Debian's sources cannot be downloaded, neither from .*: E: "
    equal "$(ls -d cache/linked 2>/dev/null)" ''
fi

(release_abi "$BUILD" "$BUILD") >said || fail "the same library is not the same: $(cat said)"

# library FOLDER FUNCTION ANOTHER MEMBERS: makes a build folder with a liblazynccl.so.0 of these.
library()
{
    mkdir -p "$1/include" "$1/src/runtime"
    printf 'struct lazynccl_library;\n%s;\n' "$2" >"$1/include/lazynccl.h"
    printf '#include "include/lazynccl.h"\nstruct lazynccl_library { %s };\n%s { return 0; }\n' \
        "$4" "$2" >"$1/library.c"
    echo "$3" >>"$1/library.c"
    $CC -g -shared -fPIC "$1/library.c" -o "$1/src/runtime/liblazynccl.so.0" -Wl,-soname,liblazynccl.so.0
}
load='int lazynccl_load(struct lazynccl_library *library, int version)'
library old "$load" '' 'int a;'
library same "$load" 'int lazynccl_more(void) { return 0; }' 'int a, b;'
library changed 'int lazynccl_load(struct lazynccl_library *library, long version)' '' 'int a;'
library gone 'int lazynccl_other(int version)' '' 'int a;'
(release_abi old same) >said || fail "a new function and a private change are refused: $(cat said)"
for other in changed gone; do
    if (release_abi old $other) >said 2>&1; then
        fail "$other: accepted: $(cat said)"
    fi
    says said 'programs that use it would fail'
done
