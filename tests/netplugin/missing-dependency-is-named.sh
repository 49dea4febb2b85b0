# If the dynamic linker cannot load a plugin, the log has its error, the file's dependencies, and
# those that are missing.
echo 'int dependency;' >dependency.c
$CC -shared -fPIC dependency.c -o libnofabric.so -Wl,-soname,libnofabric.so.1
fake_plugin 8 plugin.so -DNEEDS=dependency libnofabric.so
asks 11 open init
says said "^WARN no network plugin: $plugin: libnofabric.so.1: cannot open shared object file"
says said '^WARN env +it needs (.*, )?libnofabric.so.1 \(not found\)(, .*)?$'
says said '^WARN env +it needs (.*, )?libc.so.6(, .*)?$'
says said '^init: 2$'

mv libnofabric.so libnofabric.so.1
LD_LIBRARY_PATH=$PWD asks 11 open init transfer
says said '^transfer: 0$'

# A missing version node
for release in 1.0 1.9; do
    echo "FABRIC_$release { global: dependency; };" >fabric.map
    $CC -shared -fPIC dependency.c -o libnofabric.so.1 -Wl,-soname,libnofabric.so.1 \
        -Wl,--version-script=fabric.map
    [ $release = 1.9 ] || cp libnofabric.so.1 older
done
fake_plugin 8 plugin.so -DNEEDS=dependency libnofabric.so.1
mv older libnofabric.so.1
LD_LIBRARY_PATH=$PWD asks 11 open init
says said "^WARN no network plugin: .*libnofabric.so.1: version .FABRIC_1.9' not found"
says said '^init: 2$'

# The look for dependencies runs no code of theirs.
library below/libloud.so.1 '#include <stdio.h>
__attribute__((constructor)) static void begin(void) { fclose(fopen("begun", "w")); } int loud;'
echo 'extern int loud, dependency; int *const both[] = {&loud, &dependency};' >both.c
cp libnofabric.so.1 needed.so
rm libnofabric.so.1
for origin in '$ORIGIN' '${ORIGIN}' "$PWD"; do
    $CC -shared -fPIC both.c -o plugin.so below/libloud.so.1 needed.so -Wl,-rpath,"$origin/below"
    LD_LIBRARY_PATH=$PWD asks 11 open init
    says said '^WARN env +it needs libloud.so.1, libnofabric.so.1 \(not found\)'
done
[ ! -e begun ] || fail "a constructor was run"
