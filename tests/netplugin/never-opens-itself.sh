# libnccl-net-lazy.so never opens itself as the real plugin, by path, by name, or as a renamed copy.
mkdir folder
cp "$lazy" folder/libnccl-net.so
for plugin in "$lazy" "$PWD/folder/libnccl-net.so"; do
    asks 11 open init finalize-unknown
    says said "^WARN no network plugin: $plugin: .*a lazynccl build, not the real"
    says said '^init: 2$'
done

export LAZYNCCL_LIBPATH="$PWD/folder"
plugin=
asks 11 open init
says said "$PWD/folder/libnccl-net.so: .*a lazynccl build, not the real"
says said '^init: 2$'

# A real plugin may follow it in the search.
mkdir -p conda/lib
fake_plugin 8 conda/lib/libnccl-net.so
CONDA_PREFIX=$PWD/conda asks 11 open init transfer
says said "^INFO network plugin $PWD/conda/lib/libnccl-net.so"
says said '^transfer: 0$'

# A plugin that contains lazynccl to open NVIDIA's libraries is a real plugin.
echo '#include <lazynccl.h>
const char *(*report)(lazynccl_library *) = lazynccl_report;' >holds.c
fake_plugin 8 holds.so -I"$BUILD/include" holds.c -Wl,--whole-archive "$ARCHIVE" -Wl,--no-whole-archive
unset LAZYNCCL_LIBPATH
plugin=$PWD/holds.so
asks 11 open init transfer
says said "^INFO network plugin $plugin \(v8\)"
says said '^transfer: 0$'
mkdir held
cp holds.so held/libnccl-net-held.so
plugin=held
LAZYNCCL_SEARCH=system LD_LIBRARY_PATH=$PWD/held asks 11 open init
says said "^INFO network plugin $PWD/held/libnccl-net-held.so"
