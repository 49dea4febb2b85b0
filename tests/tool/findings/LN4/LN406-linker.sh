# A misspelt setting of ld.so; what others call LD_ is theirs.
environment="LD_LIBARY_PATH=/x LD_FLAGS_OF_OTHERS=1 LD_DEBUG_OUTPUT=/tmp/x"
