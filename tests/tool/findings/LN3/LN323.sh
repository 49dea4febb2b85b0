# Tags are ignored.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DFAULT_TAGS
expect '^sizes +ok$'
expect '^groups +no$'
expect '^ +v12, groups, .*: the message of tag 5 is in the buffer for tag 0 of 2$'
