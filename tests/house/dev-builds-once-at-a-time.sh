#!/bin/sh
# If make -j starts two ./dev at once, the second waits until the first has finished its build.
# A new test is configured.

for python in /usr/bin/python3 python3 none; do
    "$python" -c 'import ensurepip, tomllib' 2>/dev/null && break
done
[ $python != none ] || skip "no Python 3.11 with ensurepip"

mkdir -p tree/packaging tree/build/venv/bin tree/tests/one tree/tests/two bin
cp "$SOURCE/dev" tree/dev
cp "$SOURCE/packaging/setup.sh" tree/packaging
version=$("$python" -c 'import sys; print(sys.version_info[:2])')
{
    echo "$stage/tree $version"
    sed -n "s/^build_python='\(.*\)'/\1/p" "$SOURCE/dev" | tr ' ' '\n'
} >tree/build/venv/installed
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
chmod +x bin/* tree/build/venv/bin/*
export stage
PATH=$stage/bin:$PATH

(cd tree && sh dev test one) >first 2>&1 &
(cd tree && sh dev test two) >second 2>&1 || fail "the second: $(cat second)"
wait $! || fail "the first: $(cat first)"
equal "$(cat log | xargs)" "begins ends begins ends"
cat first second >both
says both 'waiting for another \./dev'

: >tree/tests/one/a-new-test.sh
(cd tree && sh dev test one && sh dev test two) >output 2>&1 || fail "the third: $(cat output)"
equal "$(xargs <configured)" "--fatal-meson-warnings --reconfigure"
