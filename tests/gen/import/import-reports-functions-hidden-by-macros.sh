# A macro that hides a function's declaration is reported with its line, and the function is not
# removed.
sed -i 's/^toyResult_t toyClose.*/#define toyClose(box) toySuccess/' toy/include/toy.h
import 0
cmp before.toml toy.toml
says said "hidden by a macro at $stage/toy/include/toy.h:$(grep -n '#define toyClose' \
    toy/include/toy.h | cut -d: -f1): toyClose"
