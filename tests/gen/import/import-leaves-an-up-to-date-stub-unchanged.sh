# A stub that agrees with the release, or is newer, is unchanged byte for byte. The headers may have
# other names for its types.
import 0
cmp before.toml toy.toml
import 0 --check
cmp before.toml toy.toml

sed -i 's/.* toyGetVersion(int /typedef int toyNumber_t;\ntoyResult_t toyGetVersion(toyNumber_t /' toy/include/toy.h
import 0
cmp before.toml toy.toml

release 1.1.0
import 0
cmp before.toml toy.toml
says said 'toy.toml: unchanged'
