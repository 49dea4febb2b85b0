# closeSend drops messages that test() reported as sent.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DFAULT_LOSES
expect '^messages +ok$'
expect '^close +no$'
expect '^ +v12, close, .*: after 2 s 0 of 1 receives are done$'
