# An installation works with blanks and non-ASCII letters in the prefix, a custom libdir, DESTDIR,
# and after installing twice. Uninstalling leaves no file.
need meson pkg-config
export CC
prefix="$stage/a prefix ü"
meson setup "a build" "$SOURCE" --prefix="$prefix" --libdir=lib/deep -Dtool=disabled \
    >log 2>&1 || fail "$(tail -n 5 log)"
meson compile -C "a build" >log 2>&1 || fail "$(tail -n 20 log)"
install()
{
    meson install -C "a build" --no-rebuild --quiet "$@" >log 2>&1 || fail "meson install: $(cat log)"
}
cp "$SOURCE/tests/variants/consumer.c" .

# works FOLDER: the installation is found, compiled and linked in both variants.
works()
{
    for package in lazynccl lazynccl-shared; do
        flags=$(PKG_CONFIG_PATH="$1/lib/deep/pkgconfig" pkg-config --cflags --libs $package)
        eval "$CC consumer.c -o program $flags" || fail "$package: $flags"
        equal "$(LAZYNCCL_LIBPATH=$FAKE LD_LIBRARY_PATH="$1/lib/deep" ./program | head -n 1)" "0 0 0"
    done
}
install --destdir "$stage/away"
works "$stage/away$prefix"
install
works "$prefix"
find "$prefix" | sort >once
install
find "$prefix" | sort | cmp once -
ninja -C "a build" uninstall >log 2>&1 || fail "uninstall: $(cat log)"
equal "$(find "$prefix" ! -type d)" ''
