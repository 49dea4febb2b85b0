# For shims of pyenv, asdf and mise, the Python that they start is examined. Any other script is
# listed.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/common/healthy.sh"
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

equal "$(look PATH=/pyenv/shims:/venv/bin)" "examining: python 3.11 of /pyenv/versions/3.11.7"
equal "$(look PATH=/pyenv/shims PYENV_VERSION=3.12.1:system)" \
    "examining: python 3.12 of /pyenv/versions/3.12.1"

# A script that does not show what it starts.
cp "$root/pyenv/shims/python3" "$root/opt/shims"
cp "$TOOL" "$root/usr/bin/python3"
mkdir -p "$root/usr/lib/python3.11/site-packages"
script='(not /opt/shims/python3, which starts another: activate it, or use --python, --from or --pid)'
equal "$(look PATH=/opt/shims:/usr/bin)" "examining: python 3.11 of /usr $script"
equal "$(look PATH=/opt/shims)" "examining: this machine, without Python $script"

# The shims of asdf and mise; those of mise are links to mise.
mkdir -p "$root/home/user/.local/bin" "$root/home/user/.local/lib/python3.9/site-packages" \
    "$root/home/user/.config/mise"
for tool in asdf mise; do
    for version in 3.11.7 3.12.1; do
        mkdir -p "$root/$tool/installs/python/$version/bin" \
            "$root/$tool/installs/python/$version/lib/python${version%.*}/site-packages"
        cp "$TOOL" "$root/$tool/installs/python/$version/bin/python3"
    done
    ln -s 3.11.7 "$root/$tool/installs/python/3.11"
    mkdir "$root/$tool/shims"
done
printf '#!/usr/bin/env bash\nexec /opt/asdf exec python3 "$@"\n' >"$root/asdf/shims/python3"
cp "$TOOL" "$root/home/user/.local/bin/mise"
ln -s /home/user/.local/bin/mise "$root/mise/shims/python3"
echo 'nodejs 20.1
python 3.11.7 system' >"$root/home/user/.tool-versions"
equal "$(look PATH=/asdf/shims)" "examining: python 3.11 of /asdf/installs/python/3.11.7"
equal "$(look PATH=/asdf/shims ASDF_PYTHON_VERSION=3.12.1)" \
    "examining: python 3.12 of /asdf/installs/python/3.12.1"
rm "$root/home/user/.tool-versions"
equal "$(look PATH=/mise/shims)" \
    "examining: this machine, without Python (not /mise/shims/python3, which starts another: activate it, or use --python, --from or --pid)"
printf '[tools]\npython = { version = "3.11" }\n' >"$root/home/user/.config/mise/config.toml"
equal "$(look PATH=/mise/shims)" "examining: python 3.11 of /mise/installs/python/3.11.7"
equal "$(look PATH=/mise/shims MISE_PYTHON_VERSION=3.12.1)" \
    "examining: python 3.12 of /mise/installs/python/3.12.1"

# The environment that uvx makes for this command is not examined, that of `uv run` is.
mkdir -p "$root/cache/bin" "$root/cache/lib/python3.12/site-packages"
cp "$TOOL" "$root/cache/bin/python3"
cp "$TOOL" "$root/cache/bin/lazynccl"
look_uv()
{
    look PATH=/cache/bin:/usr/bin UV=/usr/bin/uv "$@"
}
equal "$(look_uv)" "examining: python 3.11 of /usr"
equal "$(look_uv VIRTUAL_ENV=/home/user/venv)" "examining: python 3.11 of /usr"
equal "$(look_uv VIRTUAL_ENV=/cache)" "examining: python 3.12 of /cache"
equal "$(look PATH=/cache/bin:/usr/bin)" "examining: python 3.12 of /cache"
