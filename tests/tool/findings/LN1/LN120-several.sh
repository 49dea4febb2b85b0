# No NVIDIA library is installed: one finding for all libraries, with one command.
rm -r "$site/nvidia" "$site"/nvidia_*
verb="find"
