# An incomplete release is refused with one line that says what is missing, and where.

# refuses PATTERN: the importer fails with a line that matches.
refuses()
{
    import 1
    equal "$(wc -l <said)" 1
    says said "$1"
    cmp before.toml toy.toml
    release 1.2.0
}

: >toy/lib/libtoy.so.1
refuses '/toy/lib/libtoy.so.1: not an ELF file'
$CC -shared -fPIC -o toy/lib/libtoy.so.1 -x c /dev/null
refuses "/toy/lib/libtoy.so.1: no version after 'toy version '"
rm toy/lib/libtoy.so.1
refuses '/toy: no libtoy.so.1 with toy.h found in lib64, lib,'
mv toy/include/toy.h toy.h
refuses '/toy: no libtoy.so.1 with toy.h'
mv toy.h toy/include/toy.h
sed -i '/^header_version/d; /^text = /d' toy.toml
cp toy.toml before.toml
refuses '^\./toy.toml:[0-9]+: described needs header_version'
sed -i 's/^toyResult_t toyOpen.*/toyOpen(/' toy.toml
cp toy.toml before.toml
refuses '^\./toy.toml:[0-9]+: toyOpen\('
