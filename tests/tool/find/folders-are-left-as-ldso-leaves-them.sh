# A file that ld.so cannot open: whether it tries the next folder or the next list, doctor --from, audit
# and find --from say the same for RPATH, that of the file that leads there, LD_LIBRARY_PATH, RUNPATH,
# the cache and the default folders, in a root of its own. $ORIGIN in LD_LIBRARY_PATH is the folder of the
# program without links, and so it is in a program's own RUNPATH.
PATH=$PATH:/sbin:/usr/sbin # of an ordinary user
need ldconfig
root=$stage/root old=-Wl,--disable-new-dtags new=-Wl,--enable-new-dtags default=/usr/lib python=/venv/bin/python3
if [ "$(id -u)" = 0 ]; then
    enter="env PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot $root"
elif unshare -r true 2>/dev/null; then
    enter="env PATH=/usr/sbin:/usr/bin:/sbin:/bin unshare -r chroot $root"
else
    skip "this user may not change the root"
fi

# /venv/bin/python3 leads to a program that loads the file that is named.
mkdir -p "$root/etc" "$root/venv/bin" "$root/real" "$root/opt/bin" "$root$default"
compile "$root/real/python3" -ldl <<'C'
int main(int count, char **words)
{
    if (dlopen(words[1], RTLD_NOW))
        return 0;
    puts(dlerror());
    return 1;
}
C
ln -s ../../real/python3 "$root/venv/bin/python3"
cp "$TOOL" "$root/lazynccl"
tool=/lazynccl
for file in $({ ldd "$root/real/python3"; ldd "$TOOL"; } | grep -o '/[^ ]*' | sort -u); do
    mkdir -p "$root$(dirname "$file")"
    cp "$file" "$root$file"
done

# kind NAME: /NAME/lib has such a file; /good/lib has a good one. The empty folder is between both.
library good.so 'int other(void) { return 0; }' -Wl,-soname,libother.so.1
put() # KIND FILE
{
    mkdir -p "${2%/*}"
    rm -rf "$2"
    case $1 in
    good) cp good.so "$2" ;;
    loop) ln -s "${2##*/}" "$2" ;;
    dangling) ln -s missing "$2" ;;
    socket) "$PYTHON" -c 'import os, socket, sys
os.chdir(os.path.dirname(sys.argv[1]))
socket.socket(socket.AF_UNIX).bind(os.path.basename(sys.argv[1]))' "$2" ;;
    folder) mkdir "$2" ;;
    other) cp good.so "$2" && printf '\026' | dd of="$2" bs=1 seek=18 conv=notrunc 2>/dev/null ;;
    esac
}
for kind in good loop dangling socket folder other; do
    put $kind "$root/$kind/lib/libother.so.1"
done
mkdir -p "$root/empty"
site=/venv/lib/python3.11/site-packages
module() # FILE [OPTION...]
{
    file=$1
    shift
    library "$root$file" 'int other(void); int use(void) { return other(); }' -Wl,--no-as-needed good.so "$@"
}

# judge WANTED NAME FILE [VARIABLE]: as ld.so says, and as is meant: 1 if the file loads.
failed=0 rows=0
judge()
{
    wanted=$1 name=$2 file=$3
    shift 3
    loads=1 rows=$((rows + 1))
    case $file in
    *.so) env -i "$@" $enter $python "$file" >said 2>&1 || loads=0 ;;
    *) env -i "$@" $enter "$file" >said 2>&1 || loads=0 ;;
    esac
    [ $loads = "$wanted" ] || { echo "$name: ld.so says $loads: $(cat said)"; failed=1; }
    for verb in 'doctor --from' audit 'find --from'; do
        status=0
        env -i "$@" $enter $tool $verb "$file" >out 2>&1 || status=$?
        [ $status = $((1 - loads)) ] || { echo "$name: $verb says $status, ld.so $loads: $(cat said out)"; failed=1; }
        [ $loads = 1 ] || grep -q libother.so.1 out || { echo "$name: $verb names no cause"; failed=1; }
    done
}

for row in loop:0:1 dangling:1:1 socket:0:1 folder:0:0 other:1:1; do
    kind=${row%%:*} next=${row#*:} list=${row##*:} next=${next%:*}
    both=/$kind/lib:/empty:/good/lib
    for tag in $old $new; do
        module $site/both.so $tag,-rpath,$both
        module $site/one.so $tag,-rpath,/$kind/lib
        module $site/good.so $tag,-rpath,/good/lib
        judge $next "$kind in $tag" $site/both.so
        if [ $tag = $old ]; then first=$list second=1; else first=1 second=$list; fi
        judge $first "$kind in $tag, then LD_LIBRARY_PATH" $site/one.so LD_LIBRARY_PATH=/good/lib
        judge $second "$kind in LD_LIBRARY_PATH, $tag" $site/good.so LD_LIBRARY_PATH=/$kind/lib
    done
    module $site/plain.so
    judge $next "$kind in LD_LIBRARY_PATH" $site/plain.so LD_LIBRARY_PATH=$both

    module $site/needed.so $old,-rpath,/$kind/lib
    module $site/loader.so $old,-rpath,$site:/good/lib "$root$site/needed.so"
    judge $list "$kind in RPATH, then that of the loader" $site/needed.so LD_LIBRARY_PATH=/good/lib
    library "$root$site/outer.so" 'int use(void); int call(void) { return use(); }' -Wl,--no-as-needed \
        "$root$site/needed.so" $old,-rpath,$site:/good/lib -Wl,--allow-shlib-undefined
    judge $list "$kind in RPATH, then in that of the loader" $site/outer.so

    # the cache names two folders, of which ld.so takes the first
    put good "$root/cached/lib/libother.so.1"
    printf '/cached/lib\n/good/lib\n' >"$root/etc/ld.so.conf"
    ldconfig -X -r "$root" 2>/dev/null || skip "ldconfig needs the superuser here"
    judge 1 "good in the cache" $site/plain.so
    put $kind "$root/cached/lib/libother.so.1"
    judge 0 "$kind in the cache" $site/plain.so
    put good "$root$default/libother.so.1"
    judge $list "$kind in the cache, then a default folder" $site/plain.so
    rm "$root/etc/ld.so.cache"
    # of the default folders the first and the second that glibc searches
    put $kind "$root/lib/x86_64-linux-gnu/libother.so.1"
    [ "$(uname -m)" != x86_64 ] || judge $next "$kind in a default folder" $site/plain.so
    rm -rf "$root/lib/x86_64-linux-gnu/libother.so.1" "$root$default/libother.so.1"
done

# $ORIGIN needs /proc, so this is not in the other root
enter= tool=$root/lazynccl python=$root/venv/bin/python3
module $site/origin.so $new,-rpath,'$ORIGIN/../../../../good/lib'
judge 1 '$ORIGIN in RUNPATH' "$root$site/origin.so"
judge 1 '$ORIGIN in LD_LIBRARY_PATH' "$root$site/plain.so" 'LD_LIBRARY_PATH=$ORIGIN/../good/lib'
judge 1 '${ORIGIN} in LD_LIBRARY_PATH' "$root$site/plain.so" 'LD_LIBRARY_PATH=/none:${ORIGIN}/../good/lib'
judge 0 '$ORIGIN of a link' "$root$site/plain.so" 'LD_LIBRARY_PATH=$ORIGIN/../../good/lib'
judge 0 '$ORIGIN of the module' "$root$site/plain.so" 'LD_LIBRARY_PATH=$ORIGIN/../../../../good/lib'
cat >main.c <<'C'
int other(void);
int main(void) { return other(); }
C
mkdir "$root/bin"
$CC main.c -o "$root/opt/bin/origin" good.so $new,-rpath,'$ORIGIN/../../good/lib'
$CC main.c -o "$root/opt/bin/plain" good.so
for name in origin plain; do
    ln -s ../opt/bin/$name "$root/bin/$name"
done
for folder in bin opt/bin; do
    judge 1 "RUNPATH of $folder/origin" "$root/$folder/origin"
    judge 1 "LD_LIBRARY_PATH, $folder/plain" "$root/$folder/plain" 'LD_LIBRARY_PATH=$ORIGIN/../../good/lib'
    judge 0 "not there, $folder/plain" "$root/$folder/plain" 'LD_LIBRARY_PATH=$ORIGIN/../good/lib'
done
[ $rows -gt 70 ] || fail "only $rows rows"
exit $failed
