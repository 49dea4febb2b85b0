# docs/examples/generated-make and generated-autotools: make runs the generator once, and again if it
# has changed. A tarball of `make dist` is built without Python.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/variants/generated.sh"
need make

cd examples/generated-make
cp "$pyz" .
make -j4 CC="$CC" CFLAGS="-O2 -Wall -Wextra -Werror $CFLAGS" >make.log 2>&1 || fail "$(cat make.log)"
works ./app
generates_once lazynccl.pyz lazynccl/lazynccl.c make CC="$CC" CFLAGS="$CFLAGS"

command -v automake >/dev/null || {
    echo "not tried: automake, which is not installed"
    exit
}
cd ../generated-autotools
cp "$pyz" .
ln -s "$PYTHON" python3 # automake takes no interpreter with a blank in its name
PYTHON=$PWD/python3
{ autoreconf -i && ./configure CC="$CC" CPPFLAGS="$CFLAGS" && make -j4; } >make.log 2>&1 ||
    fail "$(tail -n 20 make.log)"
works ./app
generates_once lazynccl.pyz lazynccl/lazynccl.c make
make dist >make.log 2>&1 || fail "$(cat make.log)"
tar -xzf app-0.1.tar.gz
cd app-0.1
# as where configure finds no Python
unset PYTHON
{ ./configure CC="$CC" CPPFLAGS="$CFLAGS" am_cv_pathless_PYTHON=none && make; } >make.log 2>&1 ||
    fail "$(tail -n 20 make.log)"
works ./app
