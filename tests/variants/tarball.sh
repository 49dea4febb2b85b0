# Shared by the tests of builds from a release's tarball.
# SPDX-License-Identifier: Apache-2.0 OR MIT

# tarball FOLDER: puts the tree there as ./dev release packs it.
tarball()
{
    release=$(sed -n "s/^ *version: '\(.*\)',$/\1/p" "$SOURCE/meson.build")
    mkdir -p "$1" "packed/lazynccl-$release"
    for entry in "$SOURCE"/*; do
        case ${entry##*/} in build | dist) ;; *) cp -r "$entry" "packed/lazynccl-$release" ;; esac
    done
    tar -czf "$1/lazynccl-$release.tar.gz" -C packed "lazynccl-$release"
    rm -rf packed
}
