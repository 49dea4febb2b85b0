# Gives tests the Python environments of the table `environments`; sourced after real.sh.

# need_environment NAME: skips the test if it is not downloaded; sets `python`, its interpreter, and
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

# install_beside RELEASE...: a Python like need_environment's with these releases installed as by
# pip; sets `python` and `site`, its site-packages.
install_beside()
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
