# usage: ... OLD NEW FUNCTION VERSION: for two releases of NCCL, and a function added between them
# in VERSION, the command reads version and functions from the file as the loaded library reports
# them.
old=$1 new=$2 function=$3 added=$4
need_release "$old" "$new"
$CC -Wall -Werror "$SOURCE/tests/fake/direct.c" -o host -ldl

for release in "$old" "$new"; do
    rm -rf "$site/nvidia"
    install_wheel "$release" "$site"
    version=${release##*-}
    file=$(lib "$release")/libnccl.so.2
    run ./host open="$file" call=ncclGetVersion has="$function" >answers
    says answers "^ncclGetVersion 0 $(number "$release")\." || fail "$(cat answers)"

    # whether it is found, and its version
    on_root 0 find -p nccl --min "$version"
    says said "^ +lazynccl +$version +wheel +.*$inside/nvidia/nccl/lib/libnccl\.so\.2$"
    LAZYNCCL_LIBPATH=$file asks 0 find nccl --no-python --load
    says said "^ +lazynccl +$version +env .* loads as $version$"

    # its functions
    asks 0 symbols "$file"
    if grep -q '^there$' answers; then
        equal "$release" "$new"
        says said "^  weak +$function\$"
        says_not said "^lacks +p?$function,"
    else
        equal "$release" "$old"
        says said "^lacks +$function, of $added\$"
        says_not said "^  [a-z]+ +$function\$"
    fi
done

# not the required version
rm -rf "$site/nvidia"
install_wheel "$old" "$site"
on_root 1 find nccl --min "${new##*-}"
says said "^ +lazynccl +nothing$"
says said "^ +wheel +${old##*-}  .*/nccl/lib +is ${old##*-}: older than wanted$"

# what a module needs: ld.so names the same function
cat >module.c <<END
int $function(void);
int ncclGetVersion(int *version);
int use(int *version) { return ncclGetVersion(version) + $function(); }
END
$CC -w -shared -fPIC module.c -o "$site/module.so" "$(lib "$new")/libnccl.so.2" \
    -Wl,-rpath,'$ORIGIN/nvidia/nccl/lib' -Wl,--enable-new-dtags
asks 1 symbols "$(lib "$old")/libnccl.so.2" --demanded-by "$site/module.so"
says said "^$added +$function  missing\$"
says_not said '^[0-9.]+ +ncclGetVersion  missing$'
says said "^needs +NCCL $added or later\$"
on_root 1 audit "$inside/module.so"
says said "^error\[LN103\] module\.so will not load: NCCL ${old##*-} lacks $function\$"
run ./host open="$site/module.so" >answers
says answers "module\.so: undefined symbol: $function\$"

rm -rf "$site/nvidia"
install_wheel "$new" "$site"
asks 0 symbols "$(lib "$new")/libnccl.so.2" --demanded-by "$site/module.so"
on_root 0 audit "$inside/module.so"
says said "needs libnccl\.so\.2 +${new##*-} .*  2 symbols  needs NCCL $added or later\$"
run ./host open="$site/module.so" has=use >answers
equal "$(cat answers)" there
