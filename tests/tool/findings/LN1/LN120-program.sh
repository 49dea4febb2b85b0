# A program does not search the packages of the first python3 in PATH, which has the library.
mkdir -p "$root/opt"
echo 'int main(void) { return 0; }' >app.c
$CC app.c -o "$root/opt/app"
verb="find nccl --from /opt/app"
