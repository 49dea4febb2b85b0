# One thread is in the library's constructor while another forks: the first calls of child and parent return. The
# child's result is undefined, because its constructors were cut short.
fake_library nccl 2.28.9 lib "$SOURCE/tests/fake/waiting.c"
consumer "$SOURCE/tests/fake/ask.c" static
shared_consumer "$SOURCE/tests/fake/ask.c" shared
for program in static shared; do
    rm -f begun go
    equal "$(LAZYNCCL_LIBPATH=$stage/lib timeout 60 ./$program begin child=call finish |
        sed 's/^call .*/the child has called/')" "the child has called
thread 0"
done
