# Special files, garbage, cycles of links and names with any bytes give one line each on stderr and
# status 2, no raw bytes are printed, and everything else is still found.
healthy

# looks [STATUS]: with every verb that examines a machine; the last, doctor, exits with STATUS.
looks()
{
    for verb in -v "" "explain NCCL WARN no socket interface found" doctor; do
        status=0
        on_root $verb >out 2>err || status=$?
        [ "$status" -le 2 ] || fail "status $status of $verb: $(cat err)"
        if LC_ALL=C grep -q "$(printf '[\001-\011\013-\037\177]')" out err; then
            fail "raw bytes: $(cat -v out err)"
        fi
    done
    equal "$status" "${1:-$status}"
}

# unreadable files are reported as well
mkfifo "$root/etc/nccl.conf"
ln -s loop "$root/etc/ld.so.conf"
ln -s ld.so.conf "$root/etc/loop"
environment="NCCL_NET="
looks 2
equal "$(sort -u err)" "lazynccl doctor: cannot look at /etc/ld.so.conf: Too many levels of symbolic links
lazynccl doctor: cannot look at /etc/nccl.conf: not a regular file"
says out '^error\[LN202\] '
rm -r "$root/etc/nccl.conf" "$root/etc/loop" "$root/etc/ld.so.conf"

# links in cycles, and out of the image
ln -s .. "$site/above"
ln -s "$site" "$site/nvidia/itself"
ln -s /etc/nccl.conf "$root/etc/other.conf"
echo 'NCCL_NET=' >"$root/etc/nccl.conf"
environment="NCCL_CONF_FILE=/etc/other.conf"
looks 1
says out '^ +NCCL_NET= \(/etc/other\.conf:1\)$'
rm "$root/etc/nccl.conf" "$root/etc/other.conf" "$site/above" "$site/nvidia/itself"

# garbage, always the same
"$PYTHON" - >garbage <<'END'
import random, sys
random.seed(1)
sys.stdout.buffer.write(bytes(random.choices(range(256), k=200000)))
END
for file in proc/driver/nvidia/version proc/sys/kernel/osrelease etc/passwd etc/nccl.conf \
    etc/ld.so.conf etc/ld.so.cache home/user/.nccl.conf venv/pyvenv.cfg \
    "${site#"$root/"}/nvidia_nccl_cu12-2.28.9.dist-info/RECORD" \
    "${site#"$root/"}/nvidia_nccl_cu12-2.28.9.dist-info/METADATA"; do
    [ ! -e "$root/$file" ] || cp "$root/$file" kept
    cp garbage "$root/$file"
    environment=
    looks
    rm "$root/$file"
    [ ! -e kept ] || mv kept "$root/$file"
done

# names and values with any bytes
odd=$(printf 'esc\033[31m\nline')
mkdir "$site/$odd" "$root/sys/class/infiniband/$odd" "$site/nvidia_$odd.dist-info"
cp "$site/train/kernels.so" "$site/$odd/$odd.so"
rm -r "$site/nvidia/nccl"
sed -i /libnccl/d "$site"/nvidia_nccl_cu12-*/RECORD
environment="NCCL_NET=$(printf '\033[31m\001') NCCL_X$(printf '\007')Y=1"
looks 1
says out 'esc\\x1b\[31m\\x0aline\.so needs libnccl\.so\.2|and 1 more file need libnccl\.so\.2'
says out 'no network is named \\x1b\[31m\\x01$'
