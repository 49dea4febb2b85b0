# Shared by the tests of copies for Windows, which run under Wine.
mingw=x86_64-w64-mingw32
command -v wine >/dev/null && command -v $mingw-gcc >/dev/null ||
    skip "Wine or $mingw-gcc is not installed: run ./dev setup windows"
home=${HOME-}
export HOME="$stage" WINEPREFIX="$stage/wine" WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml='
unset LAZYNCCL_SEARCH
wine cmd /c exit >said 2>&1 || skip "Wine cannot start here: $(cat said)"
trap 'wineserver -k 2>/dev/null || :; rm -rf "$stage"' EXIT

# vendored STUB...: writes a copy for Windows to copy/, compiles it, and makes libraries to link.
vendored()
{
    "$SOURCE/dev" vendor "$@" --def -o copy >said 2>&1 || fail "$(cat said)"
    $mingw-gcc -std=c11 -O2 -Wall -Wextra -Werror -c copy/lazynccl.c -o copy.o
    libraries=
    for def in copy/*.def; do
        [ -e "$def" ] || continue
        name=$(basename "$def" .def)
        $mingw-dlltool -d "$def" -y "lib${name}_lazy.a"
        libraries="$libraries -l${name}_lazy"
    done
}

# links COMPILER SOURCE PROGRAM [OPTION...]: links a program with the copy.
links()
{
    compiler=$1 source=$2 program=$3
    shift 3
    $mingw-$compiler "$@" -Icopy "$source" copy.o -o "$program" -L. $libraries -ldelayimp \
        -static-libgcc -static-libstdc++
}

# windows PATH: prints its name under Wine.
windows()
{
    echo "Z:$1" | tr / '\\'
}

# in_wine [VARIABLE=VALUE...] PROGRAM [ARGUMENT...]: runs it; prints what it prints, and its status if
# it is not 0.
in_wine()
(
    while case $1 in *=*) ;; *) false ;; esac do
        export "$1"
        shift
    done
    code=0
    wine "$@" >printed 2>&1 || code=$?
    tr -d '\r' <printed
    [ $code = 0 ] || echo "status $code"
)

# answers EXPECTED [VARIABLE=VALUE...] PROGRAM [ARGUMENT...]: the program prints these lines.
answers()
{
    expected=$1
    shift
    equal "$(in_wine "$@")" "$expected"
}
