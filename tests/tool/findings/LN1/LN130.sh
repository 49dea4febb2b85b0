# LAZYNCCL_LIBPATH names a file that no library is in.
mkdir -p "$root/opt"
$CC -shared -fPIC -nostdlib -x c - -o "$root/opt/libother.so.1" <<'END'
int other;
END
environment="LAZYNCCL_LIBPATH=/opt/libother.so.1"
