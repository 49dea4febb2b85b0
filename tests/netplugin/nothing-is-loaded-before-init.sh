# NCCL opens the plugin and reads its name: neither the real one nor anything that it needs is there
# before init, nor does the file need more than libc.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/netplugin/netplugin.sh"

fake_plugin 8 plugin.so
asks 8 open name record close open record init record
says said '^named: lazy$'
equal "$(grep -c '^not loaded$' said)" 2
record 3 'v8: init 1, finalize 0, fini 0, contexts 0, comms 0, wrong 0'

readelf -dW "$lazy" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' >needed
equal "$(grep -v '^ld-linux-' needed)" libc.so.6 # the dynamic linker is the other half of libc
