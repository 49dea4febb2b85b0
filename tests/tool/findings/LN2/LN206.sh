# A container was started without the devices.
rm -r "$root/dev/infiniband"
