# What the reason of an absent library says to do removes the reason, for a plain program, for
# Python and for a module: each remedy is carried out, with files in place of an installation.
unset VIRTUAL_ENV

packages='nvidia-nccl-cu13 or nvidia-nccl-cu12'
wheel=lib/python3.11/site-packages/nvidia/nccl/lib
fake_library nccl 2.28.9 good

# reason REMEDY COMMAND...: the library is absent, and the reason says to do this.
reason()
{
    remedy=$1
    shift
    "$@" load error >output
    grep -qxF 'load -1' output || fail "not absent: $*"
    grep -qF -e "; $remedy; LAZYNCCL_DEBUG=1 shows" output || fail "no '$remedy': $(cat output)"
}

# gone COMMAND...: the library is there.
gone()
{
    equal "$("$@" load error)" 'load 0
(null)'
}

named='or name the file in LAZYNCCL_LIBPATH'
into="pip install $packages into an active virtual environment, $named"

# a plain program, for which the packages of some Python are not searched
reason "$into" ./ask
fake_library nccl 2.28.9 "home/.local/$wheel"
HOME=$stage/home reason "$into" ./ask
fake_library nccl 2.28.9 "venv/$wheel"
reason "$into" ./ask
gone env VIRTUAL_ENV="$stage/venv" ./ask
gone env LAZYNCCL_LIBPATH="$stage/good/libnccl.so.2" ./ask
gone env LAZYNCCL_LIBPATH="$stage/home/.local/$wheel" ./ask

# a Python without a virtual environment, and a module in site-packages
mkdir -p py/bin other/lib/python3.11/site-packages/module
here="pip install $packages, $named"
cp ask py/bin/python3
reason "$here" "$stage/py/bin/python3"
fake_library nccl 2.28.9 "py/$wheel"
gone "$stage/py/bin/python3"
compile host -ldl <<'C'
int main(int count, char **words)
{
    ((void (*)(void))dlsym(dlopen(words[1], RTLD_NOW), "show"))();
}
C
module=$stage/other/lib/python3.11/site-packages/module/module.so
compile "$module" -shared -fPIC -I"$BUILD/include" "$ARCHIVE" <<'C'
#include <lazynccl.h>
void show(void)
{
    int code = lazynccl_load(lazynccl_nccl());
    const char *why = lazynccl_error(lazynccl_nccl(), NULL);
    printf("load %d\n%s\n", code, why ? why : "(null)");
}
C
reason "$here" ./host "$module"
fake_library nccl 2.28.9 "other/$wheel"
gone ./host "$module"

# the distribution's Python, for which pip refuses to install
system=/usr/bin/python3
if $system -c 'import ctypes' 2>/dev/null && ! $system -c 'import nvidia' 2>/dev/null; then
    cp "$module" plain.so
    set -- -c 'import ctypes; ctypes.CDLL("./plain.so").show()'
    reason "$into" $system "$@"
    VIRTUAL_ENV=$stage/venv gone $system "$@"
fi

# the package is installed, and its file is broken: pip would do nothing unless it must
export VIRTUAL_ENV="$stage/venv"
echo broken >"venv/$wheel/libnccl.so.2"
reason "pip install --force-reinstall $packages, $named" ./ask
fake_library nccl 2.28.9 "venv/$wheel"
gone ./ask

# a file that the library needs
echo 'int gone(void) { return 0; }' | $CC -xc - -shared -fPIC -o libgone.so
fake_library nccl 2.28.9 "venv/$wheel" -Wl,--no-as-needed "$stage/libgone.so"
mv libgone.so away.so
reason 'install the missing file' ./ask
mv away.so libgone.so
gone ./ask
unset VIRTUAL_ENV

# settings
reason 'correct or unset LAZYNCCL_LIBPATH' env LAZYNCCL_LIBPATH="$stage/gone/libnccl.so.2" ./ask
reason 'correct or unset the variable' env LAZYNCCL_LIBPATH="$stage/gone" ./ask
LAZYNCCL_LIBPATH=good shows ' good refused: not an absolute path; ' ./ask load error
gone env LAZYNCCL_LIBPATH="$stage/good" ./ask
mkdir broken
echo broken >broken/libnccl.so.2
reason 'correct or unset LAZYNCCL_LIBPATH' env LAZYNCCL_LIBPATH="$stage/broken/libnccl.so.2" ./ask
for allowed in conda wheel env; do
    LAZYNCCL_SEARCH=$allowed shows '; correct or unset LAZYNCCL_SEARCH; ' ./ask load error
done
LAZYNCCL_SEARCH=wheel gone env VIRTUAL_ENV="$stage/py" ./ask

# a function that came later, in a package and in a file that somebody named
for folder in "old/$wheel" older; do
    fake_library nccl 2.20.3 "$folder"
done
lack()
{
    "$@" error=ncclCommShrink load error=ncclCommShrink >output
    tail -n 1 output
}
newer=$(echo "$named" | sed "s/the file/a newer file/")
later=$(echo "$packages" | sed "s/nvidia-nccl-cu../'&>=2.27.3'/g")
case $(VIRTUAL_ENV=$stage/old lack ./ask) in
*"; pip install $later, $newer") ;;
*) fail "$(cat output)" ;;
esac
case $(LAZYNCCL_LIBPATH=$stage/older lack ./ask) in # whose setting comes before packages
*' 2.27.3; name a newer file in LAZYNCCL_LIBPATH') ;;
*) fail "$(cat output)" ;;
esac
equal "$(VIRTUAL_ENV=$stage/py lack ./ask)" '(null)'
case $(LD_LIBRARY_PATH=$stage/older LAZYNCCL_SEARCH=env,wheel,system lack ./ask) in
*"; pip install $later into an active virtual environment, $newer") ;;
*) fail "$(cat output)" ;;
esac
equal "$(VIRTUAL_ENV=$stage/py LD_LIBRARY_PATH=$stage/older LAZYNCCL_SEARCH=env,wheel,system \
    lack ./ask)" '(null)'

# raised privileges, with which no variable is read
[ "$(id -u)" = 0 ] || skip 'making a program that raises privileges takes root'
need setpriv
chmod 755 .
consumer "$SOURCE/tests/fake/ask.c" raised -Wl,-rpath,"$stage/system"
chmod u+s raised
as_nobody ./raised require=90909 load error >output # the system may have an older release
says output '; install it where ld.so finds it$'
says_not output 'pip|LIBPATH|DEBUG'
fake_library nccl 9.9.9 system -Wl,-soname,libnccl.so.2
mv system/libnccl.so.9 system/libnccl.so.2
equal "$(as_nobody ./raised require=90909 load | tail -n 1)" 'load 0'
