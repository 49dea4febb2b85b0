# A relative folder in a variable is refused, and the reason says so. If the folder is missing or empty,
# the report says which. The array of tests/combinations has a library in each.
mkdir -p program empty/lib
consumer "$SOURCE/tests/fake/ask.c" program/ask

# Lines: the variable, its search location, the folder below it, what the report says if it is missing.
while IFS="|" read -r variable LAZYNCCL_SEARCH below missing; do
    for value in empty ./empty ../empty; do
        env "$variable=$value" program/ask load error report >output
        says output "^$LAZYNCCL_SEARCH +$variable=$value refused: not an absolute path$"
        says_not output 'empty/lib'
        [ "$LAZYNCCL_SEARCH" = toolkit ] || # which may find a library in /usr/local/cuda
            says output "^NCCL cannot be used: $variable=$value refused: not an absolute path"
    done
    shows "^$LAZYNCCL_SEARCH +$variable is not set$" env "$variable=" program/ask load report
    env "$variable=$stage/missing" program/ask load report >output
    says output "^$LAZYNCCL_SEARCH +$stage/missing$below: $missing"
done <<'END'
CONDA_PREFIX|conda|/lib|cannot be read: No such file or directory$
VIRTUAL_ENV|wheel|/lib|cannot be read: No such file or directory$
NCCL_HOME|toolkit||no libnccl.so.2 in lib64
CUDA_PATH|toolkit||no libnccl.so.2 in lib64
CUDA_HOME|toolkit||no libnccl.so.2 in lib64
END
LAZYNCCL_SEARCH=conda CONDA_PREFIX=$stage/empty program/ask load report >output
says output "^conda +$stage/empty/lib: no libnccl.so.2$"
