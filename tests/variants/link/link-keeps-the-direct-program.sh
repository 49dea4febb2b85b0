# With LAZY_DIRECT=FOLDER, a link keeps the direct program for each priority below its path. gen/link/packages/direct
# finds them for a package; gen/link/packages/check refuses programs that need a lazy library.

for name in must may unused; do
    toy $name "int $name(void) { return 0; }"
done
printf 'int must(void), may(void); int main(void) { return must() + may(); }' >main.c
mkdir own
printf '[absent.functions]\nmay = "-1"\n' >own/may.toml
export LAZY_LIBS=must,may,unused LAZY_FALLBACKS=own LAZY_DIRECT="$PWD/kept files"
lazily $CC main.c -Llib -Wl,--no-as-needed -lmust -lmay -lunused -o program
equal "$(loads program)" ''
equal "$(loads "kept files/required$PWD/program")" libmust.so.1
equal "$(loads "kept files/recommended$PWD/program")" 'libmust.so.1 libmay.so.1'
LD_LIBRARY_PATH=$PWD/lib "./kept files/suggested$PWD/program"
equal "$(find "kept files" -type f | wc -l)" 3

# The same program again: the file is replaced, not written to, because a tool may be reading it.
ln "kept files/required$PWD/program" before
cp before same
echo 'int must(void); int main(void) { return must(); }' >few.c
lazily $CC few.c -Llib -lmust -o program
cmp before same
equal "$(loads "kept files/recommended$PWD/program")" libmust.so.1
lazily $CC main.c -Llib -Wl,--no-as-needed -lmust -lmay -lunused -o program
equal "$(find "kept files" -type f | wc -l)" 3

# package FILE NAME: makes a package with the file.
package()
{
    rm -rf package
    mkdir -p package/usr/bin
    cp "$1" "package/usr/bin/$2"
    echo text >package/usr/bin/script
    status=0
    "$SOURCE/gen/link/packages/direct" required package >found 2>said || status=$?
}
package program program
equal "$(cat found)" "$LAZY_DIRECT/required$PWD/program"
package "kept files/required$PWD/program" program
equal $status 1
says said '^lazynccl link: package/usr/bin/program is linked directly, but .*/required/.*/program was linked lazily$'
package program renamed
equal $status 1
says said '^lazynccl link: package/usr/bin/renamed: no direct program of this name is in .*/kept files: keep its name$'
package program program
LAZY_LIBS=must,may "$SOURCE/gen/link/packages/check" package >said 2>&1 || fail "$(cat said)"
! "$SOURCE/gen/link/packages/check" package >said 2>&1 || fail "a name that no program uses"
says said 'LAZY_LIBS: no program uses unused$'
$CC main.c -Llib -lmust -lmay -o package/usr/bin/plain
! LAZY_LIBS=must,may "$SOURCE/gen/link/packages/check" package >said 2>&1 || fail "a program that is linked directly"
says said "^lazynccl link: package/usr/bin/plain: needs libmust.so.1: it was not linked through lazynccl's linker$"
unset LAZY_DIRECT
lazily $CC main.c -Llib -lmust -lmay -o other
equal "$(find "kept files" -type f | wc -l)" 3
