# A program of sudo's shape, linked lazily, never takes SELinux for off while libselinux is installed, whatever
# memory its caller allows it. With raised privileges, it ends if the library is not installed.
unset LD_LIBRARY_PATH

# Says that SELinux is on.
library lib/libselinux.so.99 'static char fat[8 << 20] = {1};
    int is_selinux_enabled(void) { return fat[0]; }' -O0 # which no machine has
ln -s libselinux.so.99 lib/libselinux.so
with_libc >sudo.c <<'C'
int is_selinux_enabled(void);
int main(int count, char **words)
{
    setrlimit(RLIMIT_AS, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY});
    if (count > 9 && chroot(words[9]))
        return 1;
    puts(is_selinux_enabled() > 0 ? "in its role" : "WITHOUT its role");
}
C
export LAZY_LIBS=selinux
rpath="-Wl,-rpath,$stage/lib"
$CC sudo.c -o direct -Llib $rpath -lselinux
lazily $CC sudo.c -o lazy -Llib $rpath -lselinux
LAZY_LIBS=selinux:call lazily $CC sudo.c -o late -Llib $rpath -lselinux

# limited KILOBYTES COMMAND...: runs it with so much memory.
limited()
{
    (ulimit -S -v "$1" && shift && exec "$@")
}

for program in direct lazy late; do
    equal "$(result ./$program)" '0 in its role'
done
ended=0
step=$(is_brief && echo 2000 || echo 500)
for kilobytes in $(seq 2000 $step 20000); do
    for program in direct lazy; do
        found=$(result limited "$kilobytes" ./$program)
        case $found in
        '0 in its role') ;;
        127) ended=$((ended + 1)) ;;
        *) fail "ulimit -v $kilobytes: $program: $found" ;;
        esac
        eval "$program=\$found"
    done
    # Only a few pages of the copy separate them.
    [ "$direct" = "$lazy" ] || echo "ulimit -v $kilobytes: direct $direct, lazy $lazy"
done
[ $ended -gt $((10000 / step)) ] || fail "only $ended programs ended: no limit excluded the library"
equal "$(result limited 8000 ./lazy)" 127
says err '^lazylink: is_selinux_enabled: libselinux.so.99: '

# Not installed
mv lib gone
equal "$(result ./direct)" 127
equal "$(result ./lazy)" '0 WITHOUT its role'
equal "$(result ./late)" '0 WITHOUT its role'
[ "$(id -u)" = 0 ] || skip 'the rest takes root'
need setpriv
chmod 755 .
chmod u+s direct lazy late

# raised PROGRAM [KILOBYTES]: runs it as another user, with the privileges of its owner.
raised()
{
    result setpriv --reuid=65534 --regid=65534 --clear-groups \
        sh -c '[ -z "$2" ] || ulimit -S -v "$2"; exec "./$1"' sh "$1" "${2-}"
}
echo 'int main(void) { return !getauxval(AT_SECURE); }' | compile secure -include sys/auxv.h
chmod u+s secure
[ "$(raised secure)" = 0 ] || skip 'this file system does not raise privileges'
equal "$(raised lazy)" 127
says err '^lazylink: is_selinux_enabled: libselinux.so.99: cannot open shared object file: No such file'
ulimit -c 0
equal "$(raised late)" 134
mv gone lib
for program in direct lazy late; do
    equal "$(raised $program)" '0 in its role'
done
for kilobytes in $(seq 2000 $((2 * step)) 20000); do
    found=$(raised lazy "$kilobytes")
    case $found in
    '0 in its role' | 127 | 126) ;;
    *) fail "ulimit -v $kilobytes, with raised privileges: $found" ;;
    esac
done

# A file that lets answers stand with raised privileges
mkdir own
printf '[absent.answers]\nis_selinux_enabled = "0"\n' >own/selinux.toml
mv lib gone
for program in lazy late; do
    word=$([ $program = lazy ] && echo start || echo call)
    LAZY_FALLBACKS=own LAZY_LIBS=selinux:$word lazily $CC sudo.c -o $program -Lgone $rpath -lselinux
    chmod u+s $program
    equal "$(raised $program)" '0 WITHOUT its role'
done

# The same in vendored copies
for secure in $(each_of stop answer); do
    echo 'int is_selinux_enabled(void);' | stub_of selinux '[absent.answers]' 'is_selinux_enabled = "0"'
    sed -i "s/^sonames = .*/sonames = [\"libselinux.so.99\"]\nabsent_secure = \"$secure\"/" selinux.toml
    for search in soname api,env,loaded,soname full; do
        for open in call start; do
            "$PYTHON" "$SOURCE/gen" vendor selinux.toml --search $search --open $open -o copy
            $CC sudo.c copy/lazynccl.c -o copied $rpath -ldl -pthread
            equal "$(result ./copied)" '0 WITHOUT its role'
            chmod u+s copied
            expected='0 WITHOUT its role'
            [ $secure = answer ] || expected=$([ $open = start ] && echo 127 || echo 134)
            equal "$secure $search $open: $(raised copied)" "$secure $search $open: $expected"
            mv gone lib
            equal "$(raised copied)" '0 in its role'
            mv lib gone
        done
    done
done
