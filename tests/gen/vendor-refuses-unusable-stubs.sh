# `dev vendor` reports an error in one line and writes no file.

refuses()
{
    expected=$1
    shift
    if "$SOURCE/dev" vendor "$@" >said 2>&1; then
        fail "vendor $* succeeded"
    fi
    equal "$(cat said)" "$expected"
    [ ! -e out ] || fail "vendor $* wrote $(ls out)"
}

tiny=$SOURCE/tests/gen/golden/tiny.toml
sed 's/^name = .*/name = "load"/' "$tiny" >load.toml
sed 's/^name = .*/name = "other"/' "$tiny" >other.toml
grep -v '^title' "$tiny" >untitled.toml
: >file
at=$(grep -n '^name' load.toml | cut -d: -f1)

refuses "lazynccl vendor: no such library: ncl; did you mean nccl?" ncl -o out
refuses "none.toml: No such file or directory" none.toml -o out
refuses "untitled.toml:1: missing key title" nccl untitled.toml -o out
refuses "load.toml:$at: lazynccl.h also defines lazynccl_load" load.toml -o out
refuses "$tiny:$at: tiny.toml also defines lazynccl_tiny" "$tiny" "$tiny" -o out
first=$(grep -n '^tinyResult tinyOpen.*\*\*);' other.toml | cut -d: -f1)
refuses "other.toml:$first: tiny.toml also defines tinyOpen" "$tiny" other.toml -o out
refuses "file: Not a directory" nccl -o file
usage=$("$PYTHON" "$SOURCE/gen" vendor 2>&1 || :)
echo "$usage" >said
says said '^usage: vendor STUB\|LIBRARY\.so\.\.\. \[--declare\] .* -o FOLDER$'
refuses "$usage" nccl
refuses "$usage" -o out
refuses "$usage" nccl -o out --only
refuses "$usage" nccl -o out --rust=yes

"$SOURCE/dev" vendor NCCL cuBLAS -o forgiven # capitals are accepted
"$SOURCE/dev" vendor nccl cublas -o written
cmp forgiven/lazynccl.c written/lazynccl.c
