# LAZYNCCL_NET_PLUGIN is a path, or the NAME in libnccl-net-NAME.so, which is searched in the search
# locations of libraries. If the variable is unset, the file is libnccl-net.so. Its SONAME may be any.
mkdir path conda conda/lib linker
fake_plugin 8 path/libnccl-net-ofi.so
fake_plugin 10 conda/lib/libnccl-net-ofi.so
fake_plugin 11 linker/libnccl-net.so
fake_plugin 9 linker/libplugin.so.1
export CONDA_PREFIX="$PWD/conda"

plugin=ofi
LAZYNCCL_LIBPATH=$PWD/path asks 12 open init transfer
says said "^INFO network plugin $PWD/path/libnccl-net-ofi.so \(v8\), called as v12\$"
says said '^transfer: 0$'
asks 12 open init
says said "^INFO network plugin $PWD/conda/lib/libnccl-net-ofi.so \(v10\)"

export LAZYNCCL_SEARCH=env,system LD_LIBRARY_PATH="$PWD/linker"
asks 12 open init
says said '^WARN no network plugin: no libnccl-net-ofi.so in any search location'
plugin=
asks 12 open init
says said "^INFO network plugin $PWD/linker/libnccl-net.so \(v11\)"
plugin=libplugin.so.1
asks 12 open init
says said "^INFO network plugin $PWD/linker/libplugin.so.1 \(v9\)"

# libtool gives plugins SONAMEs, and packages link other names to them
fake_plugin 7 linker/libnccl-net-other.so -Wl,-soname,libnccl-net-real.so.0
ln -sf libnccl-net-other.so linker/libnccl-net.so
for plugin in "$PWD/linker/libnccl-net-other.so" other ''; do
    asks 12 open init
    says said "^INFO network plugin $PWD/linker/libnccl-net(-other)?\\.so \\(v7\\)"
done
