# For a shim of pyenv, the Python that it starts is examined. Any other script is named.
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

# So is a link to a program that manages versions, as mise's shims are.
mkdir -p "$root/home/user/.local/bin" "$root/mise/shims" \
    "$root/home/user/.local/lib/python3.9/site-packages"
cp "$TOOL" "$root/home/user/.local/bin/mise"
ln -s /home/user/.local/bin/mise "$root/mise/shims/python3"
equal "$(look PATH=/mise/shims)" \
    "examining: this machine, without Python (not /mise/shims/python3, which starts another: activate it, or use --python, --from or --pid)"

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
