# `stand-in` turns a wheel into one with stand-ins, a valid RECORD, +lazy in the version, and the
# same tags and other files. It omits and lists static archives and files that only the replaced
# library opens. pip treats it as the same version, and can reinstall the real one.
wheel()
{
    "$PYTHON" -B "$SOURCE/tests/standin/wheel.py" "$@"
}
library libcudnn.so.9 'int number(void) { return 7; }'
library libcudnn_ops.so.9 'int number(void) { return 8; }'
library libcudart.so.12 'int number(void) { return 9; }'
echo 'int main(void) { return 0; }' >program.c
$CC program.c -o program
echo 'int number(void);' >header
mkdir real lazy again
in=nvidia/cudnn
wheel make real nvidia-cudnn-cu12 9.1 $in/lib/libcudnn.so.9=libcudnn.so.9 \
    $in/lib/libcudnn_ops.so.9=libcudnn_ops.so.9 $in/lib/libcudart.so.12=libcudart.so.12 \
    $in/lib/libcudnn_static.a=header $in/include/cudnn.h=header "$in/odd, \"name\".txt=header" \
    "$in/bin/tool!=program" $in/empty=/dev/null nvidia_cudnn_cu12-9.1.dist-info/RECORD.jws=header
original=$(echo real/*.whl)
"$TOOL" stand-in $original -o lazy >said || fail "$(cat said)"
made=lazy/nvidia_cudnn_cu12-9.1+lazy-py3-none-manylinux2014_x86_64.manylinux_2_17_x86_64.whl
[ -f $made ] || fail "$(ls lazy)"
equal "$(sed 's/  */ /g; s/[0-9]* kB/N kB/' said)" "stand-in $in/lib/libcudnn.so.9 1 functions
left out $in/lib/libcudnn_ops.so.9 libcudnn opens it, next to the real library
real $in/lib/libcudart.so.12 it registers the program's kernels when it is loaded
left out $in/lib/libcudnn_static.a a static archive
wheel $original
 -> $made
1 wheel, N kB, in lazy
install: pip install --force-reinstall --no-deps lazy/*.whl
undo: pip install --force-reinstall --no-deps nvidia-cudnn-cu12==9.1"
info=nvidia_cudnn_cu12-9.1+lazy.dist-info
equal "$(wheel check $made)" "$in/lib/libcudnn.so.9!
$in/lib/libcudart.so.12
$in/include/cudnn.h
$in/odd, \"name\".txt
$in/bin/tool!
$in/empty
$info/METADATA
$info/WHEEL
$info/RECORD"
for zone in UTC Asia/Tokyo America/Los_Angeles; do
    TZ=$zone "$TOOL" stand-in $original -o again >/dev/null
    cmp $made again/*.whl || fail "the same wheel gave other bytes in $zone"
done

# --except: the library and what it opens stay
"$TOOL" stand-in $original -o kept --except cudnn >said && fail "made a wheel of nothing"
says said '^real +.*/libcudnn.so.9 +as --except says$'
says_not said 'left out +.*libcudnn_ops'
[ -z "$(ls -A kept)" ] || fail "left $(ls -A kept)"

# a file of the wheel that imports its data keeps a library; data that none imports does not
for name in curand cusparse; do
    library lib$name.so.9 'int state = 1; int number(void) { return state; }'
done
echo 'extern int state; int user(void) { return state; }' >user.c
$CC -O1 -fPIC -shared user.c -o user.so ./libcurand.so.9
wheel make real nvidia-data 1.0 data/libcurand.so.9=libcurand.so.9 \
    data/libcusparse.so.9=libcusparse.so.9 data/user.so=user.so
"$TOOL" stand-in real/nvidia_data-*.whl -o data >said || fail "$(cat said)"
says said '^real +data/libcurand.so.9 +data/user.so imports its data: state$'
says said '^stand-in +data/libcusparse.so.9 '

# Libraries of another platform get no stand-ins, and a broken wheel is refused.
cp libcudnn.so.9 other.so
printf '\025' | dd of=other.so bs=1 seek=18 conv=notrunc 2>dd.log # EM_PPC64
wheel make again ppc 1 ppc/libcudnn.so.9=other.so
"$TOOL" stand-in again/ppc-1-*.whl -o none >said && fail "made a wheel of nothing"
says said '^real +ppc/libcudnn.so.9 +made for another machine \(.*64 bits\): there is no template$'
says said '^real +again/ppc-1.* no library in it can be replaced$'
wheel make again win 1 win/cudnn64_9.dll=header
"$TOOL" stand-in again/win-1-*.whl -o none >said && fail "made a wheel of nothing"
equal "$(sed 's/  */ /g' said | cut -d' ' -f1,3-)" 'real no library in it can be replaced'
[ ! -e none ] || fail "left $(ls -A none)"
for at in 60 600; do # the first member's data, the last ones
    cp $original broken.whl
    size=$(wc -c <broken.whl)
    printf 'XXXX' | dd of=broken.whl bs=1 seek=$((at == 60 ? 90 : size - at)) conv=notrunc 2>dd.log
    "$TOOL" stand-in broken.whl -o none >said 2>&1 && fail "$at: took a broken wheel"
    says said '^refused +broken.whl +.'
    [ ! -e none ] || fail "left $(ls -A none)"
done

# A +lazy wheel is refused.
"$TOOL" stand-in $made -o again >said && fail "a stand-in of stand-ins"
says said '^refused .*\+lazy.* its libraries are stand-ins already$'

"$PYTHON" -m pip --version >/dev/null 2>&1 || skip "no pip for the rest"
pip_install()
{
    "$PYTHON" -m pip --disable-pip-version-check install --quiet --no-index --no-deps \
        --target "$@" 2>&1
}
for pin in nvidia-cudnn-cu12==9.1 'nvidia-cudnn-cu12==9.*' 'nvidia-cudnn-cu12>=9.1'; do
    pip_install site --upgrade --find-links real --find-links lazy "$pin" >said || fail "$pin: $(cat said)"
    [ -d site/$info ] || fail "$pin took the real one"
done
pip_install other --find-links lazy nvidia-cudnn-cu12===9.1 >said && fail "=== took +lazy"
call='import ctypes, sys; print(ctypes.CDLL(sys.argv[1]).number())'
exits 134 "$PYTHON" -c "$call" site/$in/lib/libcudnn.so.9 >said 2>&1
says said '^lazynccl: number: cuDNN cannot be used: .*; pip install nvidia-cudnn-cu12, or name .*; stand-in made from nvidia-cudnn-cu12 9.1$'
# a list of versions made there does not install the real ones, and says so; without +lazy it does
echo nvidia-cudnn-cu12==9.1+lazy >frozen
pip_install elsewhere --find-links real -r frozen >said && fail "installed what is not there"
says said 'nvidia-cudnn-cu12==9.1\+lazy'
sed 's/+lazy$//' frozen >plain
pip_install elsewhere --find-links real -r plain
# a list with hashes refuses it
hash=$("$PYTHON" -m pip hash "$original" | sed -n 's/^--hash=//p')
echo "nvidia-cudnn-cu12==9.1 --hash=$hash" >locked
pip_install locked-site --find-links lazy -r locked >said && fail "took another file than the list says"
says said 'DO NOT MATCH THE HASHES'
pip_install locked-site --find-links real -r locked
if command -v uv >/dev/null; then
    uv_install()
    {
        uv --offline --no-cache pip install --quiet --no-index --no-deps --target "$@" 2>&1
    }
    uv_install by-uv --find-links real --find-links lazy nvidia-cudnn-cu12==9.1 >said ||
        fail "$(cat said)"
    [ -d by-uv/$info ] || fail "uv took the real one"
    uv_install other --find-links lazy nvidia-cudnn-cu12===9.1 >said && fail "uv: === took +lazy"
fi

# the real one in another site-packages
pip_install venv/lib/python3.11/site-packages --find-links real nvidia-cudnn-cu12
equal "$(VIRTUAL_ENV=$PWD/venv "$PYTHON" -c "$call" site/$in/lib/libcudnn.so.9)" 7
pip_install site --upgrade --force-reinstall --find-links real nvidia-cudnn-cu12==9.1
equal "$("$PYTHON" -c "$call" site/$in/lib/libcudnn.so.9)" 7
