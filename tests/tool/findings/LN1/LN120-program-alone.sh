# A program that searches no Python's packages, and no python3 that has the library.
rm -r "$site/nvidia/nccl"
mkdir -p "$root/opt"
echo 'int main(void) { return 0; }' >app.c
$CC app.c -o "$root/opt/app"
verb="find nccl --from /opt/app"
