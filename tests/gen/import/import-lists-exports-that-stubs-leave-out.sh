# Each export of a library with a stub in the tree is in the stub, or has a row in facts/exports.txt.
# A row leaves out no name that a header contains, unless it is a variable.
mkdir -p tree/stubs/facts
cp -r "$SOURCE/gen" tree
SOURCE=$stage/tree
list=tree/stubs/facts/exports.txt
sed -i 's/^\[absent.returns\]/[absent]\notherwise = "stop"\n\n&/' toy.toml
cat >>toy.c <<'END'
int toySecret() { return 0; }
int toyOther() { return 0; }
int toyLevel = 1;
END
release 1.2.0
: >$list
import 0 --check # a stub in another folder describes what it wants
# checks STATUS [TEXT]
checks()
{
    cp toy.toml tree/stubs
    exits "$1" "$PYTHON" tree/gen import --check toy ./toy >said 2>&1
    [ -z "${2-}" ] || says said "$2"
}
checks 1 'toyLevel: exported, but no header declares it: needs a row in facts/exports.txt'
says said 'toySecret: exported'
printf 'toy toySecret undocumented\ntoy toyO* undocumented\ntoy toyLevel data\ntoy version data\n' >$list
checks 0
printf '#define TOY toyOther toyLevel\n' >toy/include/toy_extra.h
checks 1 'toyOther: exported, and in .*/toy_extra\.h, but left out: headers or passes lack what'
says_not said toyLevel
