# A module is linked with a library that it does not use, as libcusolver is with nvJitLink.
verb="audit /venv/lib/python3.11/site-packages"
mkdir "$site/idle"
echo 'int idle;' | $CC -shared -fPIC -nostdlib -x c - -o "$site/idle/idle.so" -Wl,--no-as-needed \
    -Wl,--enable-new-dtags,-rpath,'$ORIGIN/../nvidia/nvjitlink/lib' \
    -x none "$site/nvidia/nvjitlink/lib/libnvJitLink.so.12"
