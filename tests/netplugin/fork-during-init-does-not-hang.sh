# If a process forks while a plugin's init runs in another thread, NCCL continues in the child
# without the plugin. No call hangs.
for real in 8 12; do
    fake_plugin $real slow.so
    for version in 8 12; do
        caller fork $version fork
        FAKE_PLUGIN=init_takes=1 LAZYNCCL_NET_PLUGIN=$PWD/slow.so timeout 20 ./fork "$lazy" >said 2>&1 ||
            fail "v$version on v$real: $(cat said)"
        says said '^child: init 2$'
        says said '^WARN no network plugin: the process forked while another thread was in '
        says said '^parent: init 0, init 0$'
    done
done
