# If two NCCLs are installed, lazynccl_require() skips the older one without mapping it. If the
# older one is already loaded, NCCL is absent, because a second copy would be worse.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/real/support/real.sh"
old=nvidia-nccl-cu12-2.18.1 new=nvidia-nccl-cu13-2.28.9
need_release $old $new
consumer "$SOURCE/tests/real/loader/require.c" require

export LAZYNCCL_LIBPATH="$(lib $old):$(lib $new)"
run ./require nccl 21801 >said
says said "^took: nccl 21801 env $(lib $old)/libnccl.so.2\$"

run ./require nccl 22703 >said
says said '^require: 0$'
says said '^load: 0$'
says said "^took: nccl 22809 env $(lib $new)/libnccl.so.2\$"
says said "^env .*$old.*/libnccl.so.2: is 2.18.1, at least 2.27.3 is required\$"
equal "$(grep ^mapped: said)" "mapped: $(lib $new)/libnccl.so.2"

run ./require nccl 29900 >said
says said '^load: -1$'
says said '^took: nccl 0 nowhere no file$'
says said "^env .*$new.*/libnccl.so.2: is 2.28.9, at least 2.99.0 is required\$"
says_not said '^mapped: '

# Also in the dynamic linker's folders, where ld.so would take only the first.
unset LAZYNCCL_LIBPATH
LAZYNCCL_SEARCH=system LD_LIBRARY_PATH="$(lib $old):$(lib $new)" run ./require nccl 22703 >said
says said "^took: nccl 22809 system $(lib $new)/libnccl.so.2\$"
equal "$(grep ^mapped: said)" "mapped: $(lib $new)/libnccl.so.2"

# The environment names only the new one, but the old one is loaded.
LAZYNCCL_SEARCH=loaded,env LAZYNCCL_LIBPATH=$(lib $new) \
    run ./require nccl 22703 "$(lib $old)/libnccl.so.2" >said
says said '^load: -1$'
says said '^took: nccl 0 nowhere no file$'
says said "^loaded .*: is 2.18.1, at least 2.27.3 is required; it is already loaded"
equal "$(grep ^mapped: said)" "mapped: $(lib $old)/libnccl.so.2"
