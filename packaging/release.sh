# The steps of ./dev release. Sourced by dev.
# SPDX-License-Identifier: Apache-2.0 OR MIT
release=$(sed -n "s/^ *version: '\(.*\)',$/\1/p" meson.build)
release_packages="$debian_packages $packages $wheel_packages"

# release_before: prints the previous version in NEWS.md, if there is one.
release_before()
{
    sed -n 's/^## \([0-9][0-9.]*\)[, ].*/\1/p' NEWS.md | sed -n 2p
}

# Dies unless this commit can be the release in meson.build.
release_ready()
{
    changed=$(git status --porcelain 2>&1) || die "a release is made in a clone: $changed"
    [ -z "$changed" ] || die "commit or remove first: $(echo "$changed" | tr -s '\n ' ' ')"
    [ -z "$(git tag --list "v$release")" ] ||
        die "v$release is released: set the next version in meson.build"
    grep -Eq "^## $release, [0-9]{4}-[0-9]{2}-[0-9]{2}$" NEWS.md ||
        die "NEWS.md has no line '## $release, $(date +%Y-%m-%d)'"
    while IFS='|' read -r file text; do
        grep -qF -e "$text" "$file" || die "$file does not say '$text'"
    done <<END
README.md|State: $release, $(date +%Y)
docs/examples/fetched-cmake/CMakeLists.txt|/lazynccl-$release.tar.gz
docs/examples/wrapped-meson/subprojects/lazynccl.wrap|= lazynccl-$release.tar.gz
packaging/conda/recipe.yaml|  version: $release
packaging/debian/changelog|lazynccl ($release-1)
END
    ! grep -qF '# Before the release' README.md ||
        die "README.md says 'Before the release': remove this section, and the links to it"
    before=$(release_before) || exit
    [ -z "$before" ] || [ -n "$(git tag --list "v$before")" ] ||
        die "no tag v$before, with which liblazynccl.so.0 is compared: git fetch --tags"
}

# release_tarball FILE: writes the tarball of this commit, with the same bytes on each machine.
release_tarball()
{
    git -c tar.umask=0022 archive --format=tar --prefix="lazynccl-$release/" HEAD |
        gzip --no-name --best >"$1"
}

# release_library COMMIT FOLDER: builds its liblazynccl.so.0 there, with debug information.
release_library()
{
    mkdir -p "$2"
    git archive "$1" | tar -x -C "$2"
    PATH=$venv/bin:$PATH
    meson setup "$2/build" "$2" -Dtool=disabled >"$2/log" &&
        ninja -C "$2/build" --quiet src/runtime/liblazynccl.so.0 >>"$2/log" || die "$(tail -n 20 "$2/log")"
}

# release_abi OLD NEW: dies if a program that was linked with the library in OLD may fail with the
# one in NEW. New functions are allowed, and changes that the header does not show.
release_abi()
{
    abidiff --no-added-syms --headers-dir1 "$1/include" --headers-dir2 "$2/include" \
        "$1/src/runtime/liblazynccl.so.0" "$2/src/runtime/liblazynccl.so.0" ||
        die "liblazynccl.so.0 is not what it was (above): programs that use it would fail"
}

# release_debian: builds Debian's packages from the tarball, in dist/. Meson is the one of build/venv, because
# Debian 12's is too old.
release_debian()
{
    mkdir -p "$made/debian"
    tar -xf "dist/$tarball" -C "$made/debian"
    (
        cd "$made/debian/lazynccl-$release" &&
            cp -r packaging/debian debian &&
            PATH=$venv/bin:$PATH dpkg-buildpackage -b -us -uc -d
    ) >"$made/debian.log" 2>&1 || die "dpkg-buildpackage: $(tail -n 20 "$made/debian.log")"
    rm -f "$made"/debian/*-dbgsym_*
    mv "$made"/debian/*.deb dist
}

# release_conda: writes the recipe that builds the conda package from the tarball, in dist/.
release_conda()
{
    sum=$(sha256sum "dist/$tarball")
    sed "s|^  path: .*|  path: $tarball|; s|^  use_gitignore: .*|  sha256: ${sum%% *}|" \
        packaging/conda/recipe.yaml >dist/recipe.yaml
}

# Downloads come first, so that a missing network does not end a release after all its tests.
release_make()
{
    made=$PWD/build/release
    tarball=lazynccl-$release.tar.gz
    rm -rf "$made" dist
    mkdir -p "$made" dist
    (
        wheel_lock
        setup_zig
        wheel_sources
    )

    release_tarball "dist/$tarball"
    release_tarball "$made/again"
    cmp "dist/$tarball" "$made/again" || die "the tarball has other bytes each time"

    if [ -n "$before" ]; then
        say "comparing liblazynccl.so.0 with that of $before"
        release_library "v$before" "$made/old"
        release_library HEAD "$made/new"
        release_abi "$made/old/build" "$made/new/build"
    else
        say "no release before this one: no liblazynccl.so.0 to compare with"
    fi

    say "testing the tarball, and building the wheels and lazynccl.pyz from it"
    SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
    export SOURCE_DATE_EPOCH
    tar -xf "dist/$tarball" -C "$made"
    (
        cd "$made/lazynccl-$release"
        ./dev test && ./dev wheel && ./dev pyz && ./dev test packages
    ) || die "the tarball is not a release: see above"
    mv "$made/lazynccl-$release"/dist/* dist
    say "building Debian's packages from it"
    release_debian
    release_conda
    cp packaging/try.sh dist
    (cd dist && sha256sum * >SHA256SUMS && cat SHA256SUMS)
    cat >&2 <<END_OF_STEPS

==> lazynccl $release is in dist/, tested. To try it on a bare system:
    docker run --rm -v $PWD/dist:/dist:ro debian:13 sh /dist/try.sh /dist
To publish it:
    git tag -s v$release -m 'lazynccl $release' && git push origin v$release
    gpg --armor --detach-sign dist/SHA256SUMS
    twine upload dist/*.whl
    and dist/ to where the tag is shown, with the part of NEWS.md as its text
END_OF_STEPS
}
