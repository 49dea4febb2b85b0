# The limit of a login without pam_limits.
echo 'Max locked memory         8388608              8388608              bytes     ' \
    >"$root/proc/self/limits"
expect '\].*8192 KiB.*RDMA$'
