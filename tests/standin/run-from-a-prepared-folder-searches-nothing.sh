# `lazynccl stand-in VENV --into DIR` writes a folder of stand-ins once, and `lazynccl run --prepared DIR`
# uses it without a cache, also where it is read-only or a copy. A folder that is incomplete, or was
# made from other wheels, is refused with one line that says what to do.
. "$SOURCE/tests/standin/site.sh"
python=$stage/venv/bin/python
wheel libcublas.so.13 13
wheel libcufft.so.12 12
wheel libcudart.so.13 1
dist_info() # VERSION
{
    rm -rf "$site"/nvidia_fake-*
    mkdir "$site/nvidia_fake-$1.dist-info"
    printf 'Name: nvidia-fake\nVersion: %s\n' "$1" >"$site/nvidia_fake-$1.dist-info/METADATA"
    : >"$site/nvidia_fake-$1.dist-info/RECORD"
}
dist_info 1.0
export LAZYNCCL_SEARCH=wheel HOME=$stage/home
make()
{
    "$TOOL" stand-in "$@" >said 2>&1 || fail "$(cat said)"
}
ask() # DIR
{
    "$TOOL" run --prepared "$1" -- "$python" ask.py libcufft.so.12 >said 2>&1 || fail "$(cat said)"
    equal "$(cat said)" "nothing
libcufft.so.12 12 libcufft.so.12"
}
refuses() # PATTERN OPTION...
{
    pattern=$1
    shift
    exits 2 "$TOOL" "$@" >said 2>&1
    equal "$(wc -l <said)" 1
    says said "$pattern"
}

make venv --into lazy
says said "^stand-in +$(echo venv/lib/python3*)/site-packages/nvidia/fake/lib/libcufft.so.12\$"
says said '^real +.*/libcudart.so.13  '
says said '^use: +lazynccl run --prepared lazy -- COMMAND$'
make venv --into 'la zy'
says said "^use: +lazynccl run --prepared 'la zy' -- COMMAND$"
# SONAME, file below site-packages, size, hash
file=$site/nvidia/fake/lib/libcufft.so.12
says lazy/manifest "^stand-in	libcufft.so.12	nvidia/fake/lib/libcufft.so.12	$(stat -c %s "$file")	[-_A-Za-z0-9]{43}	\$"
if [ "$(id -u)" = 0 ] && [ "$(stat -c %u /)" = 0 ]; then # the superuser
    mkdir volume && mv lazy volume
    for folder in volume volume/lazy volume/lazy/lib; do
        for change in 'chmod 777:chmod 755' 'chmod 1777:chmod 755' 'chown 65534:chown 0'; do
            ${change%:*} $folder
            case $change$folder in
            *1777*volume) "$TOOL" run --prepared volume/lazy -- true ;; # sticky: nobody else can replace the folder
            *) refuses '^lazynccl run: volume/lazy: (others can write there|belongs to another user).*: make it as root, in' \
                run --prepared volume/lazy -- true ;;
            esac
            ${change#*:} $folder
        done
    done
    mv volume/lazy .
fi
ask lazy

# the same input gives the same bytes, and nothing of an older set stays
cp -r lazy before
wheel libcurand.so.10 10
make venv --into lazy
[ -e lazy/lib/libcurand.so.10 ] || fail "a library is missing"
rm "$site/nvidia/fake/lib/libcurand.so.10"
make venv --into lazy
diff -r before lazy || fail "another set"
make "$site" --into chosen --except cufft --only cublas,cufft
equal "$(echo $(ls chosen/lib))" libcublas.so.13
says chosen/manifest '^real	libcufft.so.12	.*	as --except says$'

# copied elsewhere, and read-only; through wrappers, and in their children
mkdir image
cp -r lazy image/copy
chmod -R a-w image
ask image/copy
chmod -R u+w image
"$TOOL" run --prepared image/copy -- env sh -c "'$python' ask.py libcublas.so.13" >said
equal "$(cat said)" "nothing
libcublas.so.13 13 libcublas.so.13"
# in an environment that is moved
cp -r venv moved
mv venv away
"$TOOL" run --prepared lazy -- "$stage/moved/bin/python" ask.py libcufft.so.12 >said 2>&1
says said '^libcufft.so.12 12 libcufft.so.12$'
# of which a file was patched in place: the Python says so
library new/libcufft.so.12 'int number(void) { return 112; } int more(void) { return 1; } char data[5000] = {1};'
mv new/libcufft.so.12 "$(echo moved/lib/python3*)/site-packages/nvidia/fake/lib"
"$TOOL" run --prepared lazy -- env "$stage/moved/bin/python" -c pass 2>said
equal "$(wc -l <said)" 1
says said "^lazynccl: $stage/lazy was made from another file than $stage/moved/.*/libcufft.so.12: make it with "
mv away venv

# the recording stand-ins
"$TOOL" run --prepared lazy --trace calls -- "$python" ask.py libcufft.so.12 >said
says said '^libcufft.so.12 12 libcufft.so.12$'
"$TOOL" trace -v calls >said || [ $? = 1 ]
says said number
[ ! -e home ] && [ ! -e cache ] || fail "a cache was made"

# --print for scripts; an answer for programs
"$TOOL" run --prepared lazy --print -- true >said
equal "$(cat said)" "LD_LIBRARY_PATH=$stage/lazy/lib
PYTHONPATH=$stage/lazy"
make venv --into lazy --json
in_json said 'files = said["files"]
assert {"state": "stand-in", "into": "lazy/lib/libcufft.so.12"}.items() <= files[2].items(), files' ||
    fail "$(cat said)"

# other wheels
dist_info 1.1
refuses "^lazynccl run: lazy: was made from nvidia_fake-1.0.dist-info, which the environment no longer has: make it with lazynccl stand-in ENVIRONMENT --into DIR\$" \
    run --prepared lazy -- "$python" ask.py
make venv --into lazy
ask lazy
# incomplete
rm lazy/lib/libcufft.so.12
refuses '^lazynccl run: lazy: lacks lib/libcufft.so.12, ' run --prepared lazy -- true
sed -i '$d' lazy/manifest
refuses '^lazynccl run: lazy: its manifest is damaged: ' run --prepared lazy -- true
sed 's/^machine.*/machine	1/; $aend' before/manifest >lazy/manifest
refuses '^lazynccl run: lazy: its stand-ins are for another machine: ' run --prepared lazy -- true
rm lazy/manifest
refuses '^lazynccl run: lazy: has no complete set of stand-ins \(No such file or directory\): make it with ' \
    run --prepared lazy -- true
refuses '^lazynccl run: nowhere: No such file or directory$' run --prepared nowhere -- true
mv before colon:
refuses '^lazynccl run: colon:: has a colon in its name, ' run --prepared colon: -- true
make venv --into lazy
ask lazy

# nothing else is overwritten
mkdir mine
: >mine/other
refuses '^lazynccl stand-in: cannot write to mine: it contains other files: ' stand-in venv --into mine
equal "$(ls mine)" other
exits 1 "$TOOL" stand-in venv --into "$site/lazy" >said
says said '^refused .* the output would be written into it: choose another folder$'
[ ! -e "$site/lazy" ] || fail "it is there"
mkdir -p empty.dist-info
exits 1 "$TOOL" stand-in "$stage" --into "$stage-out" >said
says said '^refused .* it has no NVIDIA libraries$'
[ ! -e "$stage-out" ] || fail "it is there"
for words in 'stand-in venv --into a -o b' 'stand-in venv venv --into a' 'run --prepared lazy --lazy all -- true' \
    'run --prepared lazy --sites x -- true'; do
    exits 3 "$TOOL" $words 2>said
done
