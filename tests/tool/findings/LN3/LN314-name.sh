# The device's name is no text.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DFAULT_NAME
expect '^start +no$'
expect "^ +v12, start, getProperties: the device's name: it crashed \(Segmentation fault\)\$"
