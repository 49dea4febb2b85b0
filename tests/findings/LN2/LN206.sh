# A container that was not given the devices.
rm -r "$root/dev/infiniband"
expect '^ +/dev/infiniband'
