# The name of the builtins that an NVRTC opens gives its release, whatever files are next to it. If
# the file does not contain the name, the builtins next to it give the release.

# version FILE...: prints the version found with these builtins next to an NVRTC that opens $opens.
lib=$stage/root/usr/lib
version()
{
    rm -rf "$lib"
    library "$lib/libnvrtc.so.12" "const char opened[] = \"$opens\"; int nvrtcVersion(void) { return 0; }" \
        -nostdlib $how
    for builtins; do
        : >"$lib/$builtins"
    done
    LAZYNCCL_SEARCH=system "$TOOL" find nvrtc --no-python --root "$stage/root" >found
    sed -n 's/^nvrtc *ld\.so *\([^ ]*\) .*/\1/p' found
}

for how in -Wl,-z,separate-code -Wl,-z,noseparate-code; do
    opens=libnvrtc-builtins.so.12.9
    equal "$(version)" 12.9
    equal "$(version libnvrtc-builtins.so.12.8)" 12.9
    equal "$(version libnvrtc-builtins.so.12.8 libnvrtc-builtins.so.12.9)" 12.9
    opens=nothing
    equal "$(version libnvrtc-builtins.so.12.8)" 12.8
    equal "$(version libnvrtc-builtins.so.12.8 libnvrtc-builtins.so.12.8.93)" 12.8
    equal "$(version libnvrtc-builtins.so.12.8 libnvrtc-builtins.so.12.7)" "?"
    equal "$(version libnvrtc-builtins.so libnvrtc-builtins.alt.so.12.7)" "?"
    equal "$(version libnvrtc-builtins.so.13.0)" "?"
done
