# pyenv's shims are scripts: the Python that they start is taken, and any other script is named.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/tool/healthy.sh"
need_tool

root=$stage/root site=$stage/root/pyenv/versions/3.11.7/lib/python3.11/site-packages
healthy
mkdir -p "$root/pyenv/shims" "$root/pyenv/versions/3.12.1/lib/python3.12/site-packages" \
    "$root/pyenv/versions/3.12.1/bin" "$root/usr/bin" "$root/opt/shims"
rm "$root/venv/pyvenv.cfg"
for version in 3.11.7 3.12.1; do
    mkdir -p "$root/pyenv/versions/$version/bin"
    cp "$TOOL" "$root/pyenv/versions/$version/bin/python3"
done
printf '#!/bin/sh\nexec pyenv exec python3 "$@"\n' >"$root/pyenv/shims/python3"
echo 3.11.7 >"$root/pyenv/version"
look()
{
    env -i LC_ALL=C.UTF-8 HOME=/home/user "$@" "$TOOL" find nccl --root "$root" >out || true
    sed -n 1p out
}

equal "$(look PATH=/pyenv/shims:/venv/bin)" "looking as: python 3.11 of /pyenv/versions/3.11.7"
equal "$(look PATH=/pyenv/shims PYENV_VERSION=3.12.1:system)" \
    "looking as: python 3.12 of /pyenv/versions/3.12.1"

# a script of which it cannot be told what it starts
cp "$root/pyenv/shims/python3" "$root/opt/shims"
cp "$TOOL" "$root/usr/bin/python3"
mkdir -p "$root/usr/lib/python3.11/site-packages"
script='(not /opt/shims/python3, a script: activate it, or use --from or --pid)'
equal "$(look PATH=/opt/shims:/usr/bin)" "looking as: python 3.11 of /usr $script"
equal "$(look PATH=/opt/shims)" "looking as: a plain program $script"
