# While constructors run, their own calls return, and calls of other threads wait until the
# constructors have finished.
cat >callback.c <<'C'
int ncclGroupEnd(void) { return 0; }
/* runs after waiting.c's in a plain link */
__attribute__((constructor(101))) static void call_back(void) { ncclGroupEnd(); }
C
fake_library nccl 2.28.9 lib callback.c "$SOURCE/tests/fake/waiting.c"
consumer "$SOURCE/tests/fake/ask.c" static
shared_consumer "$SOURCE/tests/fake/ask.c" shared
for program in static shared; do
    rm -f begun go
    equal "$(LAZYNCCL_LIBPATH=$stage/lib timeout 60 ./$program begin begin returned known finish)" \
        "returned 0 of 2
(null) 0 (null)
thread 0
thread 0"
done
