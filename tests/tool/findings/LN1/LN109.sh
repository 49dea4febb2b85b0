# A folder of ld.so.conf has a library that is not in the cache.
fake_library nccl 2.28.9 "$root/opt/nccl/lib"
mkdir -p "$root/etc/ld.so.conf.d"
echo 'include /etc/ld.so.conf.d/*.conf' >"$root/etc/ld.so.conf"
echo '/opt/nccl/lib  # ours' >"$root/etc/ld.so.conf.d/nccl.conf"
