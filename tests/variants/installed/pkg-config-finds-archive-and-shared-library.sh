# pkg-config's lazynccl is the archive, lazynccl-shared the shared library, also after the installation was moved.
# -llazynccl alone links the archive, because the shared library is in a separate folder.

for compiler in "$CC consumer.c" "$CXX consumer.cpp"; do
    plain="-Wall -Wextra -Werror -I$prefix/include -L$libdir -llazynccl"
    for flags in "$(pkg-config --cflags --libs lazynccl)" "$plain"; do
        $compiler -o consumer $flags
        needs_no_library consumer
        works ./consumer
    done
    plain="-I$prefix/include -L$libdir/lazynccl/shared -llazynccl"
    for flags in "$(pkg-config --cflags --libs lazynccl-shared)" "$plain"; do
        $compiler -o consumer $flags
        needs_shared consumer
        works ./consumer
    done
done
