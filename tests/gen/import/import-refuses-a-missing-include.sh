# A header with a missing include is refused with file and line, because libclang would replace
# unknown types by int.
sed -i '1i #include <toy_types.h>' toy/include/toy.h
import 1
says said '/toy/include/toy.h:1: .*toy_types.h'
cmp before.toml toy.toml

sed -i '1s/.*/toyUnknown_t *toyOther(void);/' toy/include/toy.h
import 1
says said '/toy/include/toy.h:1: .*toyUnknown_t'
cmp before.toml toy.toml

echo '__int128 toyOther() { return 0; }' >>toy.c
release 1.2.0
sed -i '1s/.*/extern "C" __int128 toyOther(void);/' toy/include/toy.h
import 1
says said '/toy/include/toy.h:1: toyOther: __int128'
