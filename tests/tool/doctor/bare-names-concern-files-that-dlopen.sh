# That a bare name gives another release (LN137) is said of an environment, and of a named file only if
# it imports dlopen. A release that cannot be read is no other release.
healthy
fake_library nccl 2.27.3 "$root/usr/lib"
library=$site/nvidia/nvjitlink/lib/libnvJitLink.so.12
module "$site/train/opens.so" opens.so '$ORIGIN/../nvidia/nvjitlink/lib' "$library" \
    __nvJitLinkCreate_12_4 dlopen
module "$site/train/links.so" links.so '$ORIGIN/../nvidia/nvjitlink/lib' "$library" \
    __nvJitLinkCreate_12_4
on_root doctor >said
says said '^note\[LN137\] '
on_root doctor --from /venv/lib/python3.11/site-packages/train/opens.so >said || :
says said '^note\[LN137\] '
on_root doctor --from /venv/lib/python3.11/site-packages/train/links.so >said
says_not said LN137

library "$root/usr/lib/libnccl.so.2" 'void ncclGetVersion(void) {}'
on_root doctor >said
says_not said LN137
