# The name of the device is not a text.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DFAULT_NAME
expect '^start +no$'
expect "^ +v12, start, getProperties: the device's name: it crashed \(Segmentation fault\)\$"
