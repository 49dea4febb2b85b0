# From a site-packages folder, `stand-in` writes one wheel for each NVIDIA distribution, the same as
# from their wheels. A library stays real if another file imports its data. Conda's and broken
# distributions are listed. Installed files are not changed.
wheel()
{
    "$PYTHON" -B "$SOURCE/tests/standin/wheel.py" "$@"
}
library libcufft.so.11 'int plan(void) { return 1; }'
library libcusparse.so.12 'int sparse_state = 1; int sparse(void) { return 2; }'
library libcurand.so.10 'int random_state = 1; int draw(void) { return 3; }'
library libapp.so.1 'extern int sparse_state; int app(void) { return sparse_state; }' \
    ./libcusparse.so.12 ./libcurand.so.10 -Wl,-rpath,'$ORIGIN/../nvidia/cusparse/lib'
echo header >header
mkdir wheels site
wheel make wheels nvidia-cufft 11.0 nvidia/cufft/lib/libcufft.so.11=libcufft.so.11 \
    nvidia/cufft/include/cufft.h=header
wheel make wheels nvidia-cusparse 12.0 nvidia/cusparse/lib/libcusparse.so.12=libcusparse.so.12
wheel make wheels nvidia-curand 10.0 nvidia/curand/lib/libcurand.so.10=libcurand.so.10
wheel make wheels app 1.0 app/libapp.so.1=libapp.so.1
for file in wheels/*.whl; do
    "$PYTHON" -m zipfile -e "$file" site
done
mkdir -p site/nvidia/cufft/__pycache__
: >site/nvidia/cufft/__pycache__/x.pyc
echo pip >site/nvidia_cufft-11.0.dist-info/INSTALLER
echo '../../../bin/script-of-pip,,' >>site/nvidia_cufft-11.0.dist-info/RECORD
find site -type f -exec cksum {} + >before
"$TOOL" stand-in site -o lazy >said || fail "$(cat said)"
find site -type f -exec cksum {} + >after
cmp before after || fail "changed what is installed"
equal "$(ls lazy | sed 's/-py3.*//')" "nvidia_cufft-11.0+lazy
nvidia_curand-10.0+lazy"
says said '^real +nvidia/cusparse/lib/libcusparse.so.12 +site/app/libapp.so.1 imports its data: sparse_state$'
says said '^stand-in +nvidia/curand/lib/libcurand.so.10 ' # nobody imports random_state
says_not said 'libapp.so.1 +[0-9]' # not a library of NVIDIA
wheel check lazy/nvidia_cufft-*.whl >list
says list '^nvidia/cufft/include/cufft.h$'
says_not list 'INSTALLER|pycache'
"$TOOL" stand-in wheels/nvidia_cufft-11.0-*.whl -o same >/dev/null
unzipped()
{
    "$PYTHON" -c 'import sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
print(*sorted((i.filename, i.CRC) for i in z.infolist() if "RECORD" not in i.filename), sep="\n")' "$1"
}
equal "$(unzipped lazy/nvidia_cufft-*.whl)" "$(unzipped same/*.whl)"

# A program has a copy of the data.
echo 'extern int random_state; int draw(void); int main(void) { return random_state + draw(); }' >program.c
mkdir site/bin
$CC -no-pie program.c -o site/bin/program ./libcurand.so.10 2>/dev/null
"$TOOL" stand-in site -o second >said || fail "$(cat said)"
says said '^real +nvidia/curand/lib/libcurand.so.10 +site/bin/program imports its data: random_state$'
# Only the library, in its site-packages.
mkdir -p venv/lib/python3.11
cp -r site venv/lib/python3.11/site-packages
"$TOOL" stand-in venv/lib/python3.11/site-packages/nvidia/cusparse/lib/libcusparse.so.12 -o second \
    >said && fail "its data is imported"
says said '^refused .*libapp.so.1 imports its data: sparse_state$'

# A virtual environment stands for its site-packages. The last lines say how to use the wheels.
echo 'home = /usr/bin' >venv/pyvenv.cfg
mkdir venv/bin
: >venv/bin/python3
chmod +x venv/bin/python3
"$TOOL" stand-in venv/ -o of-venv >said || fail "$(cat said)"
equal "$(ls of-venv | sed 's/-py3.*//')" 'nvidia_cufft-11.0+lazy'
says said '^1 wheel, [0-9]+ kB, in of-venv; installing frees [0-9]+ kB$'
says said "^install: uv pip install --python venv/bin/python3 --force-reinstall --no-deps of-venv/\*.whl$"
mkdir venv/lib/python3.11/site-packages/pip
rm -r venv/lib/python3.11/site-packages/bin
"$TOOL" stand-in venv -o "it's" >said || fail "$(cat said)"
says said '^2 wheels, '
says said "^install: .* --no-deps 'it'\\\\''s'/\*.whl$" # quoted for a shell
equal "$(tail -n 1 said)" "undo:    venv/bin/python3 -m pip install --force-reinstall --no-deps \
nvidia-cufft==11.0 nvidia-curand==10.0"
"$TOOL" audit venv/ >said || fail "$(cat said)"
says said '^venv/lib/python3.11/site-packages: 4 ELF files'

# If two distributions own one file, each wheel has the stand-in.
cp -r site two
cp -r two/nvidia_cufft-11.0.dist-info two/nvidia_cufft_cu12-11.0.dist-info
sed -i 's/^Name: .*/Name: nvidia-cufft-cu12/' two/nvidia_cufft_cu12-11.0.dist-info/METADATA
sed -i 's/nvidia_cufft-11/nvidia_cufft_cu12-11/' two/nvidia_cufft_cu12-11.0.dist-info/RECORD
"$TOOL" stand-in two -o both >said || fail "$(cat said)"
equal "$(grep -c '^stand-in .*libcufft.so.11 ' said)" 2
wheel check both/nvidia_cufft_cu12-*.whl >list
sed -i 's|^Name: .*|Name: nvidia-cufft/cu12|' two/nvidia_cufft_cu12-11.0.dist-info/METADATA
"$TOOL" stand-in two -o path >said || :
says said '^refused +two/nvidia_cufft_cu12-11.0.dist-info +its name or version contains a path$'
# The output folder is never inside the input.
for out in site site/nvidia site/lazy; do
    "$TOOL" stand-in site -o $out >said && fail "wrote into the site-packages"
    says said '^refused +site +the output would be written into it: choose another folder$'
done
[ ! -e site/lazy ] && [ -z "$(find site -name '*.whl')" ] || fail "left something"

# refused THING REASON
refused()
{
    exits 1 "$TOOL" stand-in "$1" -o bad >said 2>&1
    says said "^refused +$1 +$2"
    [ ! -e bad ] || fail "left $(ls -A bad)"
}
echo conda >site/nvidia_cufft-11.0.dist-info/INSTALLER
"$TOOL" stand-in site -o third >said || :
says said '^refused +site/nvidia_cufft-11.0.dist-info +conda has installed it, and pip cannot replace it$'
mkdir empty
refused empty 'no site-packages: it has neither a .dist-info folder nor a pyvenv.cfg$'
mkdir plain
cp -r site/app site/app-1.0.dist-info plain
refused plain "no distribution in it has NVIDIA libraries that can be replaced$"
head -c 700 wheels/nvidia_cufft-11.0-*.whl >broken.whl
refused broken.whl '.'
rm plain/app/libapp.so.1
cp -r site/nvidia_cufft-11.0.dist-info plain
echo pip >plain/nvidia_cufft-11.0.dist-info/INSTALLER
"$TOOL" stand-in plain -o fourth >said && fail "made a wheel of what is missing"
says said '^refused +plain/nvidia_cufft.* plain/nvidia/cufft/.*: No such file or directory$'
[ ! -e fourth ] || fail "left $(ls -A fourth)"
