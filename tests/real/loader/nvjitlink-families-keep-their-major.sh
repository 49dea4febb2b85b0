# A program compiled with nvJitLink's headers of both majors gets a library for each; a family never
# binds to the other major's library.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/real/support/real.sh"
old=nvidia-nvjitlink-cu12-12.9.86 new=nvidia-nvjitlink-13.5.37
need_release $old $new

for family in 12 13; do
    [ $family = 12 ] && release=$old || release=$new
    $CC -Wall -Werror -c -DNAME=use_$family "$SOURCE/tests/real/loader/family.c" -o $family.o \
        $(headers $release)
done
consumer "$SOURCE/tests/real/loader/families.c" families 12.o 13.o
so_12=$(lib $old)/libnvJitLink.so.12
so_13=$(lib $new)/libnvJitLink.so.13

install_wheel $old venv/lib/python3.11/site-packages
install_wheel $new venv/lib/python3.11/site-packages
site=$PWD/venv/lib/python3.11/site-packages
for order in '12 13' '13 12'; do
    VIRTUAL_ENV=$PWD/venv run ./families $order >said
    equal "$(grep -c '^family 1[23]: 0$' said)" 2
    equal "$(grep ^mapped: said)" "mapped: $site/nvidia/cu13/lib/libnvJitLink.so.13
mapped: $site/nvidia/nvjitlink/lib/libnvJitLink.so.12"
    # questions about both are answered for the first
    says said "^took: nvjitlink $([ "${order%% *}" = 12 ] && number $old || number $new) wheel "

    LAZYNCCL_LIBPATH=${so_12%/*} run ./families $order >said
    says said '^family 12: 0$'
    says said '^family 13: 6$'
    says said '^why: nvJitLink cannot be used: no libnvJitLink.so.13 '
    equal "$(grep ^mapped: said)" "mapped: $so_12"

    LAZYNCCL_LIBPATH=${so_13%/*} run ./families $order >said
    says said '^family 12: 6$'
    says said '^family 13: 0$'
    says said '^why: nvJitLink cannot be used: no libnvJitLink.so.12 '
    equal "$(grep ^mapped: said)" "mapped: $so_13"

    # a file in LIBPATH is final only for the family whose name it has
    LAZYNCCL_LIBPATH=$so_12:$so_13 run ./families $order >said
    equal "$(grep -c '^family 1[23]: 0$' said)" 2
    LAZYNCCL_LIBPATH=$so_13 run ./families $order >said
    says said '^family 12: 6$'
    says said '^family 13: 0$'
done
