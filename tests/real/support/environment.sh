# The Python environments of the table `environments`, for tests; sourced after real.sh.
# SPDX-License-Identifier: Apache-2.0 OR MIT

# need_environment NAME: skips the test unless it is there; sets `python`, its interpreter, and
# `packages`, its site-packages.
need_environment()
{
    grep -q "^$1 " "$SOURCE/tests/real/support/environments" ||
        fail "$1 is not in tests/real/support/environments"
    base=${wheels%/wheels}/envs/$1 python=${wheels%/wheels}/envs/$1/bin/python
    packages=$(echo "$base"/lib/python3*/site-packages)
    [ -e "$base/complete" ] ||
        skip "$1 is not downloaded: run ./dev test real $1"
}

# beside RELEASE...: a Python like that of need_environment, with these releases as pip would have
# installed them there; sets `python` and `site`, where they are.
beside()
{
    rm -rf venv
    "$base/bin/python" -m venv --without-pip venv
    site=$(echo "$stage"/venv/lib/python3*/site-packages)
    echo "$packages" >"$site/packages.pth"
    python=$stage/venv/bin/python
    for release in "$@"; do
        install_wheel "$release" "$site"
    done
}
