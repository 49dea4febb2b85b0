# The location "system" finds the file that ld.so finds, for every setting that leads ld.so to a file. Each row runs
# under the real ld.so in two ways, by plain dlopen and by lazynccl.
export LAZYNCCL_SEARCH=system
ldso=$(for file in /lib64/ld-linux-x86-64.so.2 /lib/ld-linux-aarch64.so.1; do
    [ ! -e $file ] || echo $file
done)

# Libraries, each with a different version.
put() # FOLDER PATCH
{
    [ -e "made$2" ] || fake_library nccl "2.28.$2" "made$2"
    mkdir -p "$1"
    cp "made$2/libnccl.so.2" "$1"
}
for folder in a:1 b:2 level:3 level/glibc-hwcaps/x86-64-v2:4 level/glibc-hwcaps/x86-64-v9:5 \
    old:6 old/tls:7 platform:8 platform/haswell:9 platform/x86_64:10 platform/atomics:11 \
    only/glibc-hwcaps/x86-64-v2:12 in/lib:13 in/$(uname -m):14; do
    put "${folder%:*}" "${folder#*:}"
done
mkdir -p none/glibc-hwcaps none/tls file wrong cut
echo text >file/glibc-hwcaps
mkdir 'odd name'
ln -s ../a/libnccl.so.2 'odd name'
cp a/libnccl.so.2 wrong
printf '\003' | dd of=wrong/libnccl.so.2 bs=1 seek=18 conv=notrunc 2>/dev/null # for another machine

# Programs and modules, each with lazynccl and with plain dlopen.
build() # NAME [OPTION...]: with RUNPATH, if there is a path
{
    name=$1
    shift
    consumer "$SOURCE/tests/runtime/faults/taker.c" "ours/$name" "$@" -ldl
    $CC -DPLAIN "$SOURCE/tests/runtime/faults/taker.c" -o "plain/$name" "$@" -ldl
}
host=$SOURCE/tests/runtime/faults/host.c new=-Wl,--enable-new-dtags old=-Wl,--disable-new-dtags
mkdir ours plain
build program "$host"
build runpath "$host" $new,-rpath,"$stage/a"
build rpath "$host" $old,-rpath,"$stage/a"
build origin "$host" $new,-rpath,'$ORIGIN/missing:$ORIGIN/.././a/'
build module.so -shared -fPIC
build nodefaults.so -shared -fPIC -Wl,-z,nodefaultlib
build runpath.so -shared -fPIC $new,-rpath,"$stage/b"
build rpath.so -shared -fPIC $old,-rpath,"$stage/b"
echo 'int middle;' >middle.c
for form in ours plain; do
    $CC -rdynamic "$host" -o $form/host -ldl
    $CC -rdynamic "$host" -o $form/host-rpath $old,-rpath,"$stage/a" -ldl
    for module in module runpath; do
        $CC -shared -fPIC middle.c -o $form/middle-$module.so -Wl,--no-as-needed \
            "$stage/$form/$module.so" $old,-rpath,"$stage/level"
    done
done

# same WANTED [VARIABLE=VALUE...] COMMAND...: both open this version; "?" stands for any version,
# because it depends on the processor or glibc.
status=0 rows=0 run=
same()
{
    wanted=$1
    shift
    for form in plain ours; do
        cp -r $form now
        $run env "$@" >$form.said 2>&1 || echo "status $?" >>$form.said
        rm -rf now
    done
    rows=$((rows + 1))
    taken=$(cut -d ' ' -f 1 plain.said)
    [ "$wanted" != '?' ] || wanted=$taken
    if [ "$taken" = absent ] && grep -q absent ours.said; then
        cp plain.said ours.said # only the words differ
    fi
    if ! cmp -s plain.said ours.said || [ "$taken" != "$wanted" ]; then
        echo "$*: ld.so takes $(cat plain.said), we take $(cat ours.said); meant: $wanted"
        status=1
    fi
}
path() # WANTED LD_LIBRARY_PATH: for the program, started directly and by ld.so, and for a module
{
    same "$1" LD_LIBRARY_PATH="$2" now/program
    same "$1" LD_LIBRARY_PATH="$2" now/host "$stage/now/module.so"
    same "$1" LD_LIBRARY_PATH="$2" now/host now/module.so
    same "$1" LD_LIBRARY_PATH="$2" $ldso now/program
    same "$1" LD_LIBRARY_PATH="$stage/b" $ldso --library-path "$2" now/program
}
v2='?'
[ "$(uname -m)" != x86_64 ] || v2=22804
path 22801 "$stage/a:$stage/b"
path 22802 "$stage/b/"
path 22801 "$stage/odd name:$stage/b:$stage/odd name"
path '?' "/usr/lib/$(uname -m)-linux-gnu:/lib:/usr/lib64:$stage/b:/"
path $v2 "$stage/level"
path 22801 "$stage/a:$stage/level"
path $v2 "$stage/level:$stage/a"
path 22801 "$stage/none:$stage/a"
path 22801 "$stage/file:$stage/a"
path 22801 "$stage/wrong:$stage/a"
path 22801 "$stage/a/libnccl.so.2:$stage/missing:$stage/a"
path '?' "$stage/old"
path '?' "$stage/platform"
path '?' "$stage/only:$stage/a"
path '?' "$stage/in/\$LIB:$stage/in/\$PLATFORM"
path '?' '$ORIGIN/../a'

# RPATH and RUNPATH of the program, of the module, and of the object that loaded the module.
for variable in '' "$stage/platform"; do
    same "$([ -n "$variable" ] && echo '?' || echo 22801)" LD_LIBRARY_PATH="$variable" now/runpath
    same 22801 LD_LIBRARY_PATH="$variable" now/rpath
    same 22802 LD_LIBRARY_PATH="$variable" now/host now/rpath.so
    same 22802 LD_LIBRARY_PATH="$variable" now/host-rpath now/rpath.so
    same 22801 LD_LIBRARY_PATH="$variable" now/host-rpath now/module.so
    same $v2 LD_LIBRARY_PATH="$variable" now/host now/middle-module.so
    same $v2 LD_LIBRARY_PATH="$variable" now/host-rpath now/middle-module.so
    same '?' LD_LIBRARY_PATH="$variable" now/host now/middle-runpath.so
    same '?' LD_LIBRARY_PATH="$variable" now/host-rpath now/middle-runpath.so
done
same 22802 LD_LIBRARY_PATH= now/host now/runpath.so
same 22802 LD_LIBRARY_PATH= now/host-rpath now/runpath.so
same 22801 LD_LIBRARY_PATH= now/origin
same 22802 LD_LIBRARY_PATH="$stage/b" now/origin

# A module whose file was removed or replaced.
same 22802 LD_LIBRARY_PATH= now/host now/rpath.so now/rpath.so now/gone
same 22802 LD_LIBRARY_PATH= now/host now/rpath.so now/module.so now/rpath.so
same 22802 LD_LIBRARY_PATH= now/host "$stage/now/rpath.so" now/module.so now/rpath.so

# The cache and the default folders, in a separate root.
root()
{
    mkdir -p root/now root/etc root/opt "root$(dirname "$ldso")"
    for file in $ldso $(ldd ours/program plain/program | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p'); do
        mkdir -p "root$(dirname "$file")"
        cp -L "$file" "root$file" || return
    done
    put root/opt 1 || return
    put root/usr/lib 2 || return
    put root/usr/lib64 2 || return
    put root/hw/glibc-hwcaps/x86-64-v2 3 || return
    put root/hw 4 || return
    [ "$default" = 22802 ] || put "root/usr/lib/$multiarch" 5 || return
    printf '%s\n' "$@" >root/etc/ld.so.conf
    PATH=$PATH:/sbin:/usr/sbin ldconfig -r root 2>/dev/null
}
in_root() # env [VARIABLE=VALUE] COMMAND...
{
    cp now/* root/now
    shift
    case $1 in
    *=*) variable=$1 && shift ;;
    *) variable= ;;
    esac
    env ${variable:+"$variable"} $allowed chroot root "$@"
}
default=22802 multiarch=$($CC -print-multiarch 2>/dev/null) || true
[ ! -d "/usr/lib/${multiarch:-none}" ] || default=22805
for allowed in '' 'unshare -r'; do
    root && $allowed chroot root "$ldso" --version >/dev/null 2>&1 && break
    allowed=none
done
if [ "$allowed" = none ]; then
    echo "not tried, for this needs chroot: the cache and the default folders"
else
    run=in_root
    for conf in /opt /hw /none; do
        rm -r root
        root $conf
        same "$([ $conf = /opt ] && echo 22801 || echo '?')" now/program
        same "$([ $conf = /opt ] && echo 22801 || echo '?')" now/host now/nodefaults.so
        same $default "$ldso" --inhibit-cache now/program
        same absent "$ldso" --inhibit-cache now/host now/nodefaults.so
        for program in now/program "now/host now/nodefaults.so"; do
            same 22801 "$ldso" --inhibit-cache --library-path /opt $program
            same 22801 LD_LIBRARY_PATH=/opt $program
            same '?' "$ldso" $program
        done
    done
fi
echo "$rows rows"
exit $status
