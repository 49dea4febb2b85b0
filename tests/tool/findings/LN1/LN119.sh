# A container was started without the driver's libraries.
rm "$root"/usr/lib/libcuda.so*
