# A program that is linked with the driver's library, on a machine without a driver.
echo 'int cuInit;' | $CC -shared -fPIC -nostdlib -o libcuda.so -x c - -Wl,-soname,libcuda.so.1
module "$root/opt/app" app '' ./libcuda.so cuInit
rm -r "$root/proc/driver" "$root"/usr/lib/libcuda.so*
verb="doctor --from /opt/app"
