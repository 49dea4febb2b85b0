# A module's folder that this user may not read, in front of one that does not exist.
mkdir -p "$root/shared/private"
cp "$TOOL" "$stage/tool" # the build may be in a folder that only its owner may enter
chmod -R a+rX "$stage" "$root"
chmod 700 "$root/shared/private"
[ "$(id -u)" = 0 ] || chmod 0 "$root/shared/private"
on_root()
{
    as_nobody env -i PATH=/venv/bin HOME=/home/user LD_LIBRARY_PATH=/shared/private:/nothing \
        "$stage/tool" "$@" --root "$root"
}
