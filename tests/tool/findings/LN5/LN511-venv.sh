# A module of an environment calls a function of NCCL, and needs nothing that has it.
echo 'int ncclCommShrink(void); int use(void) { return ncclCommShrink(); }' |
    $CC -shared -fPIC -xc - -o "$site/train/undefined.so"
verb=doctor
