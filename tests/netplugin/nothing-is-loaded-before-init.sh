# Before init, when NCCL reads the name, neither the real plugin nor its dependencies are loaded;
# libnccl-net-lazy.so itself needs only libc.
fake_plugin 8 plugin.so
asks 8 open name record close open record init record
says said '^named: lazy$'
equal "$(grep -c '^not loaded$' said)" 2
record 3 'v8: init 1, finalize 0, fini 0, contexts 0, comms 0, wrong 0'

readelf -dW "$lazy" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' >needed
equal "$(grep -v '^ld-linux-' needed)" libc.so.6 # the dynamic linker is part of libc
