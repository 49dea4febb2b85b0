# The wheels of ./dev wheel, for both machines, install with pip, run on Debian 11 with its old
# glibc, and need no newer glibc than their names say. uvx and pipx run them.
need_tool
own=$(uname -m)
for machine in x86_64 aarch64; do
    wheel=$(ls "$SOURCE"/dist/lazynccl-*manylinux_2_28_$machine.whl 2>/dev/null) ||
        skip "no wheel for $machine in dist/: ./dev wheel"
    "$PYTHON" -m zipfile -e "$wheel" $machine
    tool=$(echo $machine/*.data/scripts/lazynccl)
    chmod +x "$tool"
    find $machine -type f -exec sh -c 'head -c 4 "$1" | grep -q ELF' - {} \; -print >files
    equal "$(cat files)" "$tool"
    while read -r file; do
        "$TOOL" symbols --json "$file" | grep -o '"GLIBC_2\.[0-9]*' | sort -Vu | tail -n 1
    done <files | sort -Vu >needed
    newest=$(tail -n 1 needed)
    [ "${newest##*.}" -le 28 ] || fail "$machine needs $newest"
    case $machine in
    "$own") ;;
    *)
        need "qemu-$machine"
        [ -e "/usr/$machine-linux-gnu" ] || skip "no C library for $machine"
        equal "$("qemu-$machine" -L "/usr/$machine-linux-gnu" "$tool" -V)" "$("$TOOL" -V)"
        "qemu-$machine" -L "/usr/$machine-linux-gnu" "$tool" audit "$wheel" >said || [ $? = 1 ] ||
            fail "$machine: audit: $(cat said)"
        ;;
    esac
done

wheel=$(ls "$SOURCE"/dist/lazynccl-*manylinux_2_28_"$own".whl)
"$PYTHON" -m venv fresh || skip "this Python cannot create virtual environments"
fresh/bin/python -m pip install --disable-pip-version-check -q --no-index "$wheel" 2>pip.log ||
    fail "$(cat pip.log)"
equal "$(fresh/bin/lazynccl -V)" "$("$TOOL" -V)"
fresh/bin/lazynccl vendor nccl -o vendored
fresh/bin/lazynccl audit "$wheel" >said || [ $? = 1 ] || fail "audit: $(cat said)"
fresh/bin/lazynccl stand-in "$FAKE/libnccl.so.2" -o made || fail "stand-in from the wheel"

for runner in uvx pipx; do
    command -v $runner >/dev/null || continue
    case $runner in
    uvx) set -- uvx --offline --no-cache --from "$wheel" lazynccl ;;
    pipx) set -- pipx run --pip-args=--no-index --spec "$wheel" lazynccl ;;
    esac
    "$@" -V >out 2>said || fail "$runner: $(cat said)"
    equal "$(cat out)" "$("$TOOL" -V)"
    echo "$runner: works"
done

old=${XDG_CACHE_HOME:-$HOME/.cache}/lazynccl/old/bullseye
[ -e "$old/complete" ] || skip "all passed but Debian 11, which ./dev test old fetches"
[ "$(id -u)" = 0 ] || skip "all passed but Debian 11: chroot needs root"
cp -r "$old" root
mkdir root/t root/t/bin
cp -r "$own"/*.data/data/. root/t
cp "$own"/*.data/scripts/lazynccl root/t/bin
cp "$wheel" "$FAKE/libnccl.so.2" root/t

# there ACCEPTED-STATUS ARGUMENT...
there()
{
    status=0 accepted=$1
    shift
    chroot root /t/bin/lazynccl "$@" >said 2>&1 || status=$?
    case $status in [$accepted]) ;; *) fail "Debian 11: $* ended with $status: $(cat said)" ;; esac
}
there 0 -V
there 01 find nccl
there 01 doctor
there 01 audit "/t/${wheel##*/}"
there 0 stand-in /t/libnccl.so.2 -o /t/made
there 0 run -- true
there 2 vendor nccl -o /t/vendored
equal "$(cat said)" "lazynccl vendor: no Python 3.11 or newer: neither beside this command, nor python3 in PATH"
there 2 describe /t/x.h /t/libnccl.so.2 -o /t/x.toml
