# The distribution's Python, for which pip refuses to install.
rm -rf "$root/venv"
mkdir -p "$root/usr/bin" "$root/usr/lib/python3.11/site-packages" "$root/usr/local/lib/python3.11/dist-packages"
cp "$TOOL" "$root/usr/bin/python3.11"
ln -s python3.11 "$root/usr/bin/python3"
verb="find nccl --python /usr/bin/python3"
