# In WSL 2, a link to the libcuda.so.1 of Windows' driver is the driver's library, whatever folder has it.
healthy
rm "$root/proc/driver/nvidia/version"
mkdir -p "$root/usr/lib/wsl/lib"
cp "$root/usr/lib/libcuda.so.575.57.08" "$root/usr/lib/wsl/lib/libcuda.so.1"
on_root doctor >out && fail "no finding in $(cat out)"
says out '\[LN134\]'
ln -sf wsl/lib/libcuda.so.1 "$root/usr/lib/libcuda.so.1"
on_root doctor >out || fail "$(cat out)"
says_not out 'LN134'

# ldconfig wants a link there, which many people have made; 1.1 is not the driver's version
mv "$root/usr/lib/wsl/lib/libcuda.so.1" "$root/usr/lib/wsl/lib/libcuda.so.1.1"
ln -s libcuda.so.1.1 "$root/usr/lib/wsl/lib/libcuda.so.1"
on_root doctor >out || fail "$(cat out)"
says_not out 'driver 1'
