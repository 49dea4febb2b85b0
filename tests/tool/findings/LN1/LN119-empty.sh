# An image that was built with the driver mounted runs without it: the driver's files are empty.
rm "$root"/usr/lib/libcuda.so*
: >"$root/usr/lib/libcuda.so.1"
