# A container with 64 MB, mostly used by dead processes.
echo 'shm /dev/shm tmpfs rw,nosuid,size=65536k 0 0' >"$root/proc/self/mounts"
head -c 50000000 /dev/zero >"$root/dev/shm/nccl-a1B2c3"
expect '\] /dev/shm.*16 MiB.*2 GPUs$'
expect '^ +/dev/shm/nccl-\*.*1'
