# Init renames the plugin.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves '-DIN_INIT=TABLE.name = "Renamed"'
expect '^ +v12, start, getProperties: the name is "Test" before init, and "Renamed" after it$'
