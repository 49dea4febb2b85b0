# Functions and their aliases are added and required in pairs. A release without any alias is
# accepted, but not one that lacks some.
sed -i '/^\[functions\]/i [symbols]\nalias = "p{name}"\n' toy.toml
cp toy.toml before.toml
import 0 --check
says said 'has none of the p'

echo 'int ptoyGetVersion() {} int ptoyOpen() {} int ptoyClose() {}' >>toy.c
release 1.2.0
import 0 --check
says_not said 'has none'

echo 'int toyAdd() {} int ptoyAdd() {}' >>toy.c
sed -i 's/^toyResult_t toyClose/toyResult_t toyAdd(void);\n&/' toy/include/toy.h
release 1.3.0
import 0
changed '< described = "1.2.0"
> described = "1.3.0"
> "1.3.0" = """
> toyResult_t toyAdd(void);'

sed -i 's/int ptoyOpen() {}//' toy.c
release 1.3.0
import 1 --check
says said 'ptoyOpen: not exported'
