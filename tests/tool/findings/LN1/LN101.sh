# A process has mapped the wheel's NCCL and the system's.
fake_library nccl 2.27.3 "$root/usr/lib"
mkdir -p "$root/proc/42"
ln -s /venv/bin/python3 "$root/proc/42/exe"
printf 'PATH=/venv/bin\0' >"$root/proc/42/environ"
inside=${site#"$root"}
printf '7f0000000000-7f0000001000 r-xp 00000000 00:00 1   %s\n' "$inside/nvidia/nccl/lib/libnccl.so.2" \
    /usr/lib/libnccl.so.2 /usr/lib/libnccl.so.2 >"$root/proc/42/maps"
verb="doctor --pid 42"
