# Init succeeds without a device.
. "$SOURCE/tests/findings/misbehaves.sh"
misbehaves -DFAULT_DEVICES
expect '^ +v12, start, devices: init succeeds, and there are 0 devices$'
