# No lazynccl build is accepted as the real library, as a file, loaded copy, handle or via ld.so. A
# build that exports the functions is not even opened; other builds have none of the functions.
fake_library nccl 2.28.1 real
mkdir shared stand-in module

# The shared library under the real name, a stand-in that exports the functions under the real
# soname, and a module that contains the archive.
cp "$SHARED" shared/libnccl.so.2
rebuild_archive exported.a $CC -DLAZYNCCL_EXPORTED -w
$CC -shared -o stand-in/libnccl.so.2 -Wl,-soname,libnccl.so.2 -Wl,--whole-archive exported.a \
    -Wl,--no-whole-archive -ldl
echo 'int ncclGetVersion(int *version);
int (*keep)(int *) = ncclGetVersion;' |
    consumer - module/libnccl.so.2 -shared -fPIC -Wl,-soname,libnccl.so.2

for form in shared stand-in module; do
    ours=$stage/$form/libnccl.so.2
    why='a lazynccl build, not the real library'
    [ $form != module ] || why='exports none of its functions'
    LAZYNCCL_LIBPATH=$stage/$form:$stage/real ./ask where report >output
    says output "^env 22801 $stage/real/libnccl.so.2$"
    says output "^env +$ours: $why$"
    LAZYNCCL_LIBPATH=$ours shows '^call 2 0\.0$' ./ask call string=2
    says output "^NCCL cannot be used: $ours: $why"

    shows '^call 2 0\.0$' ./ask open-global="$ours" call report
    [ $form = shared ] || says output "^loaded +$ours: $why"
    LAZYNCCL_LIBPATH=$stage/real ./ask open-global="$ours" where call >output
    equal "$(cat output)" "env 22801 $stage/real/libnccl.so.2
call 0 22801.0"

    shows '^call 2 0\.0$' ./ask open="$ours" handle call string=2
    says output "^NCCL cannot be used: the handle: $why"
    shows "^NCCL cannot be used: $ours: $why" ./ask path="$ours" call string=2

    # found by ld.so first, loaded or not
    export LAZYNCCL_SEARCH=loaded,system LD_LIBRARY_PATH="$stage/$form:$stage/real"
    ./ask where mapped="libnccl" | sort >output # mappings are listed by address
    [ $form = module ] || ours=
    equal "$(cat output)" "${ours:+mapped $ours
}mapped $stage/real/libnccl.so.2
system 22801 $stage/real/libnccl.so.2"
    ours=$stage/$form/libnccl.so.2
    equal "$(./ask open-global="$ours" where call)" "system 22801 $stage/real/libnccl.so.2
call 0 22801.0"
    unset LAZYNCCL_SEARCH LD_LIBRARY_PATH
    export LAZYNCCL_SEARCH=api,env,loaded,partner,wheel,conda
done
