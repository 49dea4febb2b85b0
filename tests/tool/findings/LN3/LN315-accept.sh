# Accept waits for the peer; the trials go on with it in a thread.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DACCEPT_WAITS -DVERSION=8
expect '^ +v8, connections, accept without a peer: it does not return within 2 s$'
expect '^connections +no$'
expect '^messages +ok$'
expect '^processes +ok$'
