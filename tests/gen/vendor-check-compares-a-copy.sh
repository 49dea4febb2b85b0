# `vendor --check` runs the command in the first lines of a vendored copy and compares the files
# byte for byte. It exits with 0 if they are the same, 1 if they differ, and 2 if they cannot be
# compared.
# A release with a known security fault is reported.
. "$SOURCE/tests/runtime/loader/versions.sh"
gen=$SOURCE/gen

# checks STATUS PATTERN ARGUMENT...: the command prints one line that matches.
checks()
{
    expected=$1 pattern=$2
    shift 2
    exits "$expected" "$PYTHON" -B "$gen" vendor --check "$@" >said 2>&1
    equal "$(wc -l <said)" 1
    says said "$pattern"
}

# each kind of input, and each option
"$PYTHON" -B "$gen" vendor nccl nvrtc nvjitlink -o "a copy"
checks 0 '^a copy: as lazynccl [0-9.]* generates it$' "a copy"
digest=$(sha256sum <"$SOURCE/stubs/nccl.toml")
says "a copy/lazynccl.h" "^ \* Input: nccl.toml SHA-256 ${digest%% *},"
echo 'int f(int a) { return 1; } int g(void) { return 7; }' |
    make debian 'DEB_1 { global: f; local: *; }; DEB_2 { global: g; };'
"$PYTHON" -B "$gen" vendor debian/libver.so.1 --only f --machine x86_64,aarch64 --open start \
    --priority required -o small >/dev/null
checks 2 '^libver.so.1: not found: give its path: vendor --check small PATH/libver.so.1$' small
checks 0 '^small: as ' small debian/libver.so.1
stub 'V_1 = ["*"]'
"$PYTHON" -B "$gen" vendor ver.toml --versions-from debian/libver.so.1 -o versions
checks 0 '^versions: as ' versions debian/libver.so.1

# what differs
cp -R "a copy" copy
sed -i '400s/$/ /' copy/lazynccl.c
checks 1 '^copy/lazynccl.c:400: differs from the generated file$' "a copy" copy
cp "a copy/lazynccl.c" copy
rm copy/lazynccl.h
checks 1 '^copy/lazynccl.h: missing$' copy
sed 's/$/\r/' "a copy/lazynccl.h" >copy/lazynccl.h
checks 1 '^copy/lazynccl.h:1: differs from the generated file$' copy
cp "a copy/lazynccl.h" copy
echo '/* end */' >>copy/lazynccl.c
checks 1 '^copy/lazynccl.c:[0-9]*: differs from the generated file$' copy
echo '# another stub' >>ver.toml
rm versions/lazynccl.h
exits 1 "$PYTHON" -B "$gen" vendor --check versions debian/libver.so.1 >said 2>&1
equal "$(cat said)" 'versions/lazynccl.c:4: differs from the generated file
versions/lazynccl.h: missing'

# what cannot be compared
checks 2 '^nowhere: No such file or directory$' "a copy" nowhere
echo 'int main(void) { return 0; }' >copy/lazynccl.c
checks 2 '^copy/lazynccl.c: not a vendored copy: its first lines do not contain the command$' copy
head -c 3000 /dev/urandom >copy/lazynccl.c
checks 2 '^copy/lazynccl.c: not a vendored copy: its first lines do not contain the command$' copy

# another release, with and without a known fault
# older RELEASE OPTION: says the release, the command with this option, and the changes since.
older()
{
    sed "1s/lazynccl [0-9.]*/lazynccl $1/" "a copy/lazynccl.c" >copy/lazynccl.c
    exits 1 "$PYTHON" -B "$gen" vendor --check copy >said 2>&1
    says said "^copy/lazynccl.c: made by lazynccl $1: compare with that release, or write the same content now: lazynccl vendor nccl nvrtc nvjitlink $2-o copy$"
}
# marked RELEASE: there is a line for each mark in the news since then.
marked()
{
    sed "/^## $1/,\$d; s/Lines marked .*//" "$SOURCE/NEWS.md" | grep -o '\[copies\]' >marks
    equal "$(grep -c ': changed in ' said)" "$(wc -l <marks)"
}
older 0.1.0 '--search full '
says said '^copy/lazynccl.c: changed in 0.3.0: A copy finds the wheel of the environment: the location '
says said '^copy/lazynccl.c: changed in 0.2.0: `LAZYNCCL_CUDA` also applies to cuFFT, cuSOLVER and suffixed names\.$'
marked 0.1.0
older 0.2.0 '' # in which copies already had --search
says_not said 'changed in 0.2.0'
marked 0.2.0
says_not said '\*\*|\[copies|\(page\)'
mkdir tree
cp -R "$SOURCE/NEWS.md" "$SOURCE/gen" "$SOURCE/src" "$SOURCE/stubs" "$SOURCE/include" "$SOURCE/meson.build" tree
gen=tree/gen
echo '0.0.8|0.0.10|takes a file that others can write to' >>tree/gen/c/advisories.txt
sed '1s/lazynccl [0-9.]*/lazynccl 0.0.9/' "a copy/lazynccl.c" >copy/lazynccl.c
exits 1 "$PYTHON" -B "$gen" vendor --check copy >said 2>&1
equal "$(grep -c -v ': changed in ' said)" 2
says said '^copy/lazynccl.c: security fault, fixed in 0.0.10: takes a file that others can write to$'
checks 0 '^a copy: as ' "a copy"
