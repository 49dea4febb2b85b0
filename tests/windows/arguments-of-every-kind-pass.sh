# Arguments and results of every kind pass the linker's thunks. The first call of all is not one
# whose arguments are floats: GNU's dlltool 2.40 does not keep them.
abi=$SOURCE/tests/variants/abi
sed '/^wheels/a windows = { "abi64_1.dll" = 0 }' "$abi/abi.toml" >abi.toml
cp "$abi/abi.h" .
vendored ./abi.toml
$mingw-gcc -O2 -w -shared -fexceptions -static-libgcc "$abi/library.c" -o abi64_1.dll
links gcc "$abi/program.c" program.exe -O2 -w
first=0
while said=$(in_wine program.exe $first); do
    case $first:$said in
    10:* | 15:* | 20:* | 21:*) ;; # floats, old, hundred, rounding
    *:right) ;;
    *) break ;;
    esac
    first=$((first + 1))
done
equal "$first: $said" "$first: status 2"
[ $first -gt 20 ] || fail "only $first functions"
