# `find` leaves the column of the version empty for a library that has only a row of names, from which
# nobody can read a version. A library with a stub whose version cannot be read has "?".
for soname in libcublasmp.so.0 libcublas.so.12; do
    library here/$soname 'int cublasMpCreate;' -nostdlib
done
LAZYNCCL_LIBPATH=$stage/here LAZYNCCL_SEARCH=env "$TOOL" find cublasmp cublas --no-python >out ||
    [ $? = 1 ]
says out "^ *lazynccl  *env  *$stage/here\$"
says out "^ *env  *[?]  *$stage/here  *exports none"
