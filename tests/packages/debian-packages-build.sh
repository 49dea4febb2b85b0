# dpkg-buildpackage builds the packages of the tree with packaging/debian at its root. lintian
# reports nothing, and the installed files work.
need dpkg-buildpackage dh lintian
export PATH="${PYTHON%/*}:$PATH" # Meson of build/venv, where Debian's is older

mkdir lazynccl
for entry in "$SOURCE"/*; do
    case ${entry##*/} in build | dist) ;; *) cp -r "$entry" lazynccl ;; esac
done
cp -r "$SOURCE/packaging/debian" lazynccl/debian
release=$(sed -n "s/^ *version: '\(.*\)',$/\1/p" lazynccl/meson.build)
equal "$(cd lazynccl && dpkg-parsechangelog -S Version)" "$release-1"
tar -czf "lazynccl_$release.orig.tar.gz" --exclude=lazynccl/debian lazynccl
(cd lazynccl && dpkg-buildpackage -us -uc -d) >log 2>&1 || fail "dpkg-buildpackage: $(tail -n 30 log)"
# The project has no address and no bug in Debian, and an older lintian knows an older policy.
lintian --allow-root --tag-display-limit 0 --fail-on error,warning --suppress-tags \
    bogus-mail-host,bogus-mail-host-in-debian-changelog,initial-upload-closes-no-bugs,newer-standards-version \
    ./*.changes >said 2>&1 || fail "lintian: $(cat said)"
equal "$(cat said)" ''

mkdir root
for package in ./*.deb; do
    case $package in *-dbgsym_*) ;; *) dpkg-deb -x "$package" root ;; esac
done
equal "$(root/usr/bin/lazynccl --version)" "lazynccl $release"
root/usr/bin/lazynccl vendor nccl -o vendored || fail "vendor from the package"
libdir=$stage/root/usr/lib/$(dpkg-architecture -q DEB_HOST_MULTIARCH)
export PKG_CONFIG_PATH="$libdir/pkgconfig"
cp "$SOURCE/tests/variants/consumer.c" consumer.c
for package in lazynccl lazynccl-shared; do
    $CC consumer.c -o program $(pkg-config --cflags --libs $package) || fail "$package.pc"
    equal "$(LAZYNCCL_LIBPATH=$FAKE LD_LIBRARY_PATH=$libdir ./program | head -n 1)" "0 0 0"
done
