# For tests of `lazynccl run`, sourced after stage.sh: the command as it is installed, and where its
# drop-ins are.
# SPDX-License-Identifier: Apache-2.0 OR MIT
[ -n "${TOOL-}" ] || skip "the command is not built"
need meson
meson install -C "$BUILD" --no-rebuild --destdir "$stage/away" >install.log 2>&1 ||
    fail "meson install: $(cat install.log)"
lazynccl=$(find "$stage/away" -name lazynccl -path '*/bin/*')
overlay=$(dirname "$(find "$stage/away" -name sitecustomize.py)")
installed=${overlay%/overlay}/dropin
