# If one thread opens the library while another publishes a failure, the success is published.
fake_library nccl 2.28.9 lib "$SOURCE/tests/fake/waiting.c"
mkdir empty other
# The thread has seen a failure, and loads the library while another failure is published.
equal "$(timeout 60 ./ask path="$stage/empty" call path="$stage/lib" begin=load path="$stage/other" \
    load finish call | grep -v set_path)" "call 2 0.0
load -1
thread 0
call 0 22809.0"
