#!/bin/sh
# ./dev test NAME installs what the build needs, for tests of the generator also libclang, and no more;
# ./dev test installs what all tests need.

for python in /usr/bin/python3 python3 none; do
    "$python" -c 'import ensurepip, tomllib' 2>/dev/null && break
done
[ $python != none ] || skip "no Python 3.11 with ensurepip"

mkdir -p tree/packaging tree/tests/runtime/search tree/tests/gen tree/build/venv/bin bin
touch tree/tests/gen/import-reads-aliases.sh
cp "$SOURCE/dev" tree/dev
cp "$SOURCE/packaging/setup.sh" tree/packaging
printf '#!/bin/sh\necho 0\n' >bin/id
printf '#!/bin/sh\n' >bin/apt-cache
printf '#!/bin/sh\n' >bin/dpkg-query # no package is installed
printf '#!/bin/sh\ncase $* in *assume-no*) ;; *install*) echo "$*" >>"$stage/installed" ;; esac\n' >bin/apt-get
printf '#!/bin/sh\necho "$*" >>"$stage/installed"\nfalse\n' >tree/build/venv/bin/python # then ./dev ends
chmod +x bin/* tree/build/venv/bin/python
version=$("$python" -c 'import sys; print(sys.version_info[:2])')
export stage
PATH=$stage/bin:$PATH

# installs [NAME]: what ./dev test of this name installs.
installs()
{
    echo "$stage/tree $version" >tree/build/venv/installed
    : >installed
    if (cd tree && sh dev test "$@") >said 2>&1; then
        fail "installs nothing: $(cat said)"
    fi
}
installs search
says installed 'install .* gcc .* libelf-dev'
says installed 'pip install .* meson=='
says_not installed 'clang|valgrind|nvidia|mypy'

for name in gen import-reads-aliases; do
    installs search $name
    says installed 'pip install .* meson==.* libclang=='
    says_not installed 'valgrind|nvidia|mypy'
done

installs
says installed 'install .* gcc .* clang .* valgrind'
says installed 'pip install .* meson==.* mypy==.* nvidia-nccl'
