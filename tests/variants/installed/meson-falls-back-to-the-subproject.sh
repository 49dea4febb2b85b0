# dependency('lazynccl') finds an installation, or builds the subproject for C and C++, without its
# tests and command, and installs none of it.

cat >meson.build <<'END'
project('consumer', 'c', 'cpp')
lazynccl = dependency('lazynccl')
executable('c', 'consumer.c', dependencies: lazynccl, install: true)
executable('cpp', 'consumer.cpp', dependencies: lazynccl)
END
mkdir subprojects
cat >subprojects/lazynccl.wrap <<'END'
[wrap-file]
directory = lazynccl

[provide]
dependency_names = lazynccl
END
ln -s "$SOURCE" subprojects/lazynccl

build()
{
    { CC=$CC CXX=$CXX meson setup "$@" && meson compile -C "$1"; } >meson.log 2>&1 ||
        fail "$(cat meson.log)"
    for program in c cpp; do
        needs_no_library "$1/$program"
        works "$1/$program"
    done
}

build installed
says meson.log 'dependency lazynccl found: YES 0'
[ ! -e installed/subprojects ] || fail "the subproject was built"

unset PKG_CONFIG_PATH
build fallback
says meson.log 'Dependency lazynccl .*found: YES 0'
[ -z "$(find fallback/subprojects -name lazynccl -type f)" ] || fail "the command was built"
[ ! -e fallback/subprojects/lazynccl/tests ] || fail "the tests were built"
equal "$(cd fallback/subprojects/lazynccl/src && find . -name '*.a' -o -name '*.so*' | grep -v '\.p$')" ./runtime/liblazynccl.a
meson install -C fallback --no-rebuild --destdir "$stage/theirs" >meson.log 2>&1
equal "$(cd theirs && find . -type f)" "./usr/local/bin/c"
