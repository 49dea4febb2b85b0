# A program compiled with nvJitLink's headers of both majors uses one library: that of the family
# that it calls first, in the first location that has either.
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
    first=so_${order%% *}
    VIRTUAL_ENV=$PWD/venv run ./families $order >said
    equal "$(grep -c '^family 1[23]: 0$' said)" 2
    equal "$(grep ^mapped: said)" "mapped: $site/$([ $first = so_12 ] &&
        echo nvidia/nvjitlink/lib/libnvJitLink.so.12 || echo nvidia/cu13/lib/libnvJitLink.so.13)"
    for only in $so_12 $so_13; do
        LAZYNCCL_LIBPATH=${only%/*} run ./families $order >said
        equal "$(grep -c '^family 1[23]: 0$' said)" 2
        equal "$(grep ^mapped: said)" "mapped: $only"
        LAZYNCCL_LIBPATH=$only run ./families $order >said
        equal "$(grep -c '^family 1[23]: 0$' said)" 2
    done
done
