# NVRTC's builtins are opened from the folder of the file, or, if it is a link, from the folder of
# the real file. If neither has them, the report says so.
fake_library nvrtc 12.9 real
mkdir link
ln -s ../real/libnvrtc.so.12 link
builtins=libnvrtc-builtins.so.12.9
missing="$builtins is missing next to it: it may fail to find one"
export LAZYNCCL_LIBPATH="$stage/link"

shows "^env 120900 $stage/link/libnvrtc.so.12$" ./ask nvrtc where report
says output "$stage/real/$builtins: opened with it"
says_not output 'is missing next to it'

# The link's own folder comes first.
fake_library nvrtc-builtins 12.9 link
shows "$stage/link/$builtins: opened with it" ./ask nvrtc where report
says_not output "$stage/real/$builtins"

rm link/$builtins real/$builtins
for folder in link real; do
    LAZYNCCL_LIBPATH=$stage/$folder
    shows "^env 120900 $stage/$folder/libnvrtc.so.12$" ./ask nvrtc where report
    says output "$missing"
done

# A copy opens them, too, also one that has no report.
fake_library nvrtc-builtins 12.9 real
echo 'int nvrtcVersion(int *, int *); int main(void) { int a, b; return nvrtcVersion(&a, &b); }' >program.c
for search in api,env,soname api,env,loaded,wheel,soname full; do
    "$PYTHON" "$SOURCE/gen" vendor nvrtc --search $search -o "copy-$search" --machine x86_64,aarch64,riscv64,i386,armhf,ppc64le,s390x
    $CC program.c "copy-$search/lazynccl.c" -I"copy-$search" -o program -ldl -pthread
    LD_DEBUG=files ./program 2>debug
    says debug "file=.*$builtins"
done
