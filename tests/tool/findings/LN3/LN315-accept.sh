# Accept waits for the peer; the trials go on with it in a thread.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DACCEPT_WAITS -DVERSION=8
expect '^ +v8, connections, accept where nobody connects: it does not come back within 2 s$'
expect '^connections +no$'
expect '^messages +ok$'
expect '^processes +ok$'
