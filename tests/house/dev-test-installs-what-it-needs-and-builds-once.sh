# ./dev test NAME installs what the build needs, for tests of the generator also libclang, and no
# more; ./dev test installs what all tests need. If make -j starts two ./dev at once, the second
# waits until the first has finished its build. A new test is configured.

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

# All is installed, and a build takes a second.
sed -n "s/^build_python='\(.*\)'/\1/p" "$SOURCE/dev" | tr ' ' '\n' >>tree/build/venv/installed
cat >tree/build/venv/bin/meson <<'END'
#!/bin/sh
echo "$2" >>"$stage/configured"
mkdir -p "$3"
END
cat >tree/build/venv/bin/ninja <<'END'
#!/bin/sh
echo begins >>"$stage/log"
sleep 1
echo ends >>"$stage/log"
END
printf '#!/bin/sh\n' >tree/build/venv/bin/python
printf '#!/bin/sh\nfor package; do echo "$package installed"; done\n' >bin/dpkg-query
chmod +x tree/build/venv/bin/*

(cd tree && sh dev test runtime) >first 2>&1 &
(cd tree && sh dev test search) >second 2>&1 || fail "the second: $(cat second)"
wait $! || fail "the first: $(cat first)"
equal "$(cat log | xargs)" "begins ends begins ends"
cat first second >both
says both 'waiting for another \./dev'

: >tree/tests/runtime/a-new-test.sh
(cd tree && sh dev test runtime && sh dev test search) >third 2>&1 || fail "the third: $(cat third)"
equal "$(xargs <configured)" "--fatal-meson-warnings --reconfigure"
