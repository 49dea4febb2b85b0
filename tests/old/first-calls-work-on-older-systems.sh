# Every variant, linked for glibc 2.17, makes its first calls on a Debian release: with faults, on
# small stacks, with broken files, with forks, and from the location "system".
# usage: RELEASE
need_tool
old=${XDG_CACHE_HOME:-$HOME/.cache}/lazynccl/old
[ -e "$old/$1/complete" ] || skip "Debian $1 is not there: ./dev test old fetches it"
[ "$(id -u)" = 0 ] || skip "chroot needs root"
root=$stage/root
cp -r "$old/$1" root
mkdir root/t

# No binary needs a symbol newer than glibc 2.17.
export PYTHONPATH="$old/python" ZIG_GLOBAL_CACHE_DIR="$old/zig" ZIG_LOCAL_CACHE_DIR="$stage/zig"
CC="$PYTHON -m ziglang cc -target $(uname -m)-linux-gnu.2.17 -O1 -w -fno-sanitize=all"
faults=$SOURCE/tests/runtime/faults
fake_library nccl 2.28.1 root/t/named
fake_library nccl 2.27.3 root/t/other/lib
fake_library nccl 2.28.9 root/t/lib -Wl,-rpath,/t/lib
"$SOURCE/dev" vendor nccl --search full -o "$stage/vendored" >/dev/null || fail "dev vendor"
rebuild_archive archive.a "$CC"
rebuild_archive exported.a "$CC" -DLAZYNCCL_EXPORTED
$CC -shared -o root/t/liblazynccl.so.0 -Wl,-soname,liblazynccl.so.0 -Wl,--whole-archive exported.a \
    -Wl,--no-whole-archive -ldl -lpthread
"$TOOL" stand-in nccl -o root/t/stand-in >/dev/null # made with a newer glibc, and for older ones all the same

# built PROGRAM SOURCE... [OPTION...]: by plain dlopen, and with each form
built()
{
    name=$1
    shift
    set -- "$@" -I"$BUILD/include" -I"$faults" -ldl -lpthread
    $CC -DPLAIN -o "root/t/$name-plain" "$@"
    $CC -DWITH_API -o "root/t/$name-archive" "$@" archive.a
    $CC -DWITH_API -o "root/t/$name-vendored" "$@" vendored/lazynccl.c
    $CC -DWITH_API -o "root/t/$name-shared" "$@" root/t/liblazynccl.so.0 -Wl,-rpath,/t
    [ "$name" = system ] || # without the functions of lazynccl.h
        $CC -o "root/t/$name-stand-in" "$@" root/t/stand-in/libnccl.so.2 \
            -Wl,--disable-new-dtags,-rpath,/t/stand-in
}
built sweep "$faults/sweep.c" "$faults/failing.c"
built stack "$faults/stack.c"
built forks "$faults/forks.c"
built system "$faults/taker.c" "$faults/host.c"
$CC -shared -fPIC "$faults/slow.c" -DSLOW -o root/t/slow.so
$CC -shared -fPIC "$faults/slow.c" -DFORKS -o root/t/forks.so -lpthread
$CC -shared -fPIC vendored/lazynccl.c -o root/t/module.so -ldl
$CC "$faults/slow.c" -o root/t/slow -lpthread -ldl
for file in root/t/*-plain root/t/*-archive root/t/*-shared root/t/*.so.0 root/t/stand-in/*; do
    objdump -T "$file" | sed -n 's/.*(\{0,1\}GLIBC_2\.\([0-9]*\).*/\1/p' | sort -n | tail -n 1
done | sort -nu >newest
[ "$(tail -n 1 newest)" -le 17 ] || fail "glibc 2.$(tail -n 1 newest) is needed"

inside() # [VARIABLE=VALUE...] PROGRAM [ARGUMENT...]
{
    chroot root /usr/bin/env -i LAZYNCCL_SEARCH=api,env,loaded,partner,wheel,conda,toolkit \
        NCCL_HOME=/t/other "$@"
}
inside ldd --version | head -n 1
status=0
for form in archive vendored shared stand-in; do
    for fault in memory memory+ EMFILE EIO+; do
        inside LAZYNCCL_LIBPATH=/t/named "/t/sweep-$form" $form folder /t/named/libnccl.so.2 $fault ||
            status=1
    done
    for kind in coroutine thread; do
        echo "$form, $kind: $(inside LAZYNCCL_LIBPATH=/t/lib "/t/stack-$form" $kind)" || status=1
    done
done

# While another thread is inside dlopen, and in a thread that a constructor waits for.
for module in '' /t/module.so /t/liblazynccl.so.0 /t/stand-in/libnccl.so.2; do
    equal "$(inside timeout 20 /t/slow "$module" /t/slow.so /t/forks.so)" "quick
forked
done"
done

printf '%s\n' 'forks, in the middle, child hangs, wrong, parent hangs, wrong:'
for form in plain archive; do
    inside LAZYNCCL_LIBPATH=/t/lib "/t/forks-$form" 200 /t/lib/libnccl.so.2 >$form.row
    echo "$form: $(cat $form.row)"
done
set -- $(cat plain.row archive.row)
[ $(($9 + ${10} + ${11} + ${12})) -le $((2 * ($3 + $4 + $5 + $6) + 3)) ] || status=1

# The location "system": the folders for some processors that this glibc knows, and its cache.
for folder in tls/x86_64 haswell x86_64 glibc-hwcaps/x86-64-v2 glibc-hwcaps/x86-64-v3 ''; do
    mkdir -p "root/t/level/$folder" "root/t/$folder"
    cp root/t/named/libnccl.so.2 "root/t/level/$folder"
done
mkdir root/opt/cached
cp root/t/lib/libnccl.so.2 root/opt/cached
echo /opt/cached >root/etc/ld.so.conf.d/cached.conf
chroot root /sbin/ldconfig
ldso=$(cd root && ls /lib64/ld-linux-x86-64.so.2 /lib/ld-linux-aarch64.so.1 2>/dev/null || true)
for path in /t/level '' /t/missing:/t/level /t/lib; do
    for run in '' "$ldso" "$ldso --inhibit-cache" "$ldso --library-path /t/named"; do
        for form in plain archive vendored shared; do
            inside LAZYNCCL_SEARCH=system LD_LIBRARY_PATH="$path" $run "/t/system-$form" >$form.said
            [ $form = plain ] || cmp -s plain.said $form.said ||
                { echo "$path, $run: $(cat plain.said), but $form: $(cat $form.said)" && status=1; }
        done
        echo "LD_LIBRARY_PATH=$path $run: $(cat plain.said)"
    done
done
exit $status
