# Shared by the tests of `lazynccl run`, sourced after stage.sh: installs the command and its
# drop-ins.
# SPDX-License-Identifier: Apache-2.0 OR MIT
need_tool
need meson
meson install -C "$BUILD" --no-rebuild --destdir "$stage/away" >install.log 2>&1 ||
    fail "meson install: $(cat install.log)"
lazynccl=$(find "$stage/away" -name lazynccl -path '*/bin/*')
overlay=$(dirname "$(find "$stage/away" -name sitecustomize.py)")
installed=${overlay%/overlay}/dropin
