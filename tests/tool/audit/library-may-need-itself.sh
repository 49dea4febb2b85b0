# A library that needs itself for a function, because a name in it was replaced, lacks the function.
library libmor.so.1 'int more(void) { return 1; }' -nostdlib -Wl,--default-symver
library libown.so.1 'int more(void); int own(void) { return more(); }' -nostdlib libmor.so.1
sed -i 's/libmor\.so\.1/libown.so.1/g' libown.so.1
says_not libown.so.1 'libmor'
exits 1 "$TOOL" audit libown.so.1 >said
says said '^error\[LN511\] libown\.so\.1: nothing that it needs defines more$'
