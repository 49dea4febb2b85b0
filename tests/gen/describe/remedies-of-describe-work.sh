# What `describe` says to do about a wrong argument or header makes the message go away: each remedy
# is carried out.
mkdir include
echo 'typedef int toyCode;' >include/types.h
echo '#include "types.h"
toyCode toyStart(void);' >include/toy.h
echo 'int toyStop(void);' >stop.h
echo 'int toyStart(void) { return 0; } int toyStop(void) { return 0; }' >toy.c
library toy.c libtoy.so.1

# remedy STATUS WORDS WRONG -- RIGHT: with the wrong arguments the words are printed; with the right
# ones they are not, and a stub is written.
remedy()
{
    wrong=$1 words=$2
    shift 2
    rm -f ./*.toml
    before=
    while [ "$1" != -- ]; do
        before="$before $1"
        shift
    done
    shift
    describe "$wrong" $before
    grep -qF -e "$words" said || fail "no '$words': $(cat said)"
    says_not said Traceback
    [ "$wrong" = 0 ] || [ ! -e toy.toml ] || fail "wrote a stub in spite of: $words"
    describe 0 "$@"
    grep -qF -e "$words" said && fail "followed, and still: $(cat said)"
    [ -s toy.toml ] || fail "no stub: $(cat said)"
}
out='-o toy.toml'
remedy 1 'give its path, or its folder with -I' toy.h libtoy.so.1 $out -- \
    toy.h libtoy.so.1 $out -I include
remedy 1 'describe: toy.h: not found in the current folder or in /' toy.h libtoy.so.1 $out -- include/toy.h libtoy.so.1 $out
remedy 3 "describe: 'Toy' is not a name of lower-case letters and digits: give --name" include/toy.h libtoy.so.1 $out --name Toy -- \
    include/toy.h libtoy.so.1 $out --name toy
remedy 1 'declare none of them: give the headers of this library' include/types.h libtoy.so.1 $out -- \
    include/toy.h libtoy.so.1 $out
remedy 0 'give the headers that declare them' include/toy.h libtoy.so.1 $out -- \
    include/toy.h stop.h libtoy.so.1 $out
echo '/* GNU ld script */ GROUP ( libtoy.so.1 )' >libtoy.so
remedy 1 'it is a linker script: give the library that it names' include/toy.h libtoy.so $out -- \
    include/toy.h libtoy.so.1 $out
echo 'int toyStart(void) NOWHERE;' >macro.h
remedy 1 'give the folders that it needs with -I, its macros with -D' macro.h libtoy.so.1 $out -- \
    macro.h libtoy.so.1 $out -D NOWHERE=
printf 'namespace toy { int start(); }\n' >cpp.h
remedy 1 ': this is C++; give headers that C can read' cpp.h libtoy.so.1 $out -- include/toy.h libtoy.so.1 $out
remedy 3 'give TYPE=VALUE, such as int=-1' include/toy.h libtoy.so.1 $out --fail toyCode -- \
    include/toy.h libtoy.so.1 $out --fail toyCode=-1
