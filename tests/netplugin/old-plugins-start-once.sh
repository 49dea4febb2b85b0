# The init of a plugin before v11 runs once in a process, because nothing undoes it.
. "$SOURCE/tests/netplugin/netplugin.sh"
for real in 4 8 10; do
    fake_plugin $real plugin.so
    for version in 4 8 10 11 12; do
        asks $version open init init transfer finalize init finalize finalize transfer close \
            open init transfer finalize close open init transfer record
        says_not said ': -?[1-9][0-9]*$'
        record 1 "v$real: init 1, finalize 0, fini 0, contexts 0, comms 0, wrong 0"
    done
done
