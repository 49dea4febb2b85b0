# The name of the builtins next to an NVRTC gives its release; without or with several, the file of
# 100 MB is read.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool

# version FILE...: prints the version found with these builtins next to an NVRTC 12.9.
lib=$stage/root/usr/lib
version()
{
    rm -rf "$lib"
    mkdir -p "$lib"
    $CC -w -shared -fPIC -nostdlib -o "$lib/libnvrtc.so.12" -Wl,-soname,libnvrtc.so.12 -x c - <<'END'
int nvrtcVersion(void) { return 0; }
const char opened[] = "libnvrtc-builtins.so.12.9";
END
    for builtins; do
        : >"$lib/$builtins"
    done
    LAZYNCCL_SEARCH=system "$TOOL" find nvrtc --no-python --root "$stage/root" >found
    sed -n 's/^nvrtc *ld\.so *\([^ ]*\) .*/\1/p' found
}

equal "$(version libnvrtc-builtins.so.12.8)" 12.8
equal "$(version libnvrtc-builtins.so.12.8 libnvrtc-builtins.so.12.8.93)" 12.8
equal "$(version libnvrtc-builtins.so libnvrtc-builtins.alt.so.12.7)" 12.9
equal "$(version libnvrtc-builtins.so.13.0)" 12.9
equal "$(version libnvrtc-builtins.so.12.8 libnvrtc-builtins.so.12.7)" 12.9
equal "$(version)" 12.9
