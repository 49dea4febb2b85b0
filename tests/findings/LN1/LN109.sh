# A library in a folder of ld.so.conf, and no cache that has it.
fake_library nccl 2.28.9 "$root/opt/nccl/lib"
mkdir -p "$root/etc/ld.so.conf.d"
echo 'include /etc/ld.so.conf.d/*.conf' >"$root/etc/ld.so.conf"
echo '/opt/nccl/lib  # ours' >"$root/etc/ld.so.conf.d/nccl.conf"
expect '\] libnccl\.so\.2'
expect '^ +/opt/nccl/lib/libnccl\.so\.2$'
