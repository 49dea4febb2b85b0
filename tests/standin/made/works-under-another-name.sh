# A stand-in renamed by patchelf or a wheel's repair still finds the library it was made for, and
# serves only programs that need the new name.
need patchelf
fake_library nccl 2.27.3 real
direct program real/libnccl.so.2 -Wl,--disable-new-dtags,-rpath,"$stage/real"
export LAZYNCCL_SEARCH=$with_system

for name in libnccl-lazy.so.2 libnccl-0a1b2c3d.so.2; do
    mkdir -p own
    cp "$STANDINS/libnccl.so.2" own/$name
    patchelf --set-soname $name own/$name
    cp program changed
    patchelf --replace-needed libnccl.so.2 $name changed
    # through DT_RPATH, which takes precedence over LD_LIBRARY_PATH
    patchelf --force-rpath --set-rpath "$stage/own:$stage/real" changed
    both=$(printf 'mapped %s\n' "$stage/own/$name" "$stage/real/libnccl.so.2" | sort)
    equal "$(./changed mapped=libnccl nccl mapped=libnccl)" "mapped $stage/own/$name
nccl 0 22703
$both"
    # no stand-in has the SONAME any more, so ld.so finds the real library for it
    equal "$(./changed open=libnccl.so.2 call=ncclGetVersion nccl mapped=libnccl)" \
        "ncclGetVersion 0 22703.-1
nccl 0 22703
$both"
    rm own/$name
done

# version nodes keep their name: patchelf changes the program's version table along with DT_NEEDED
fake_library nvrtc 12.9 cuda
fake_library nvjitlink 12.8 cuda
direct program cuda/libnvrtc.so.12 cuda/libnvJitLink.so.12 \
    -Wl,--disable-new-dtags,-rpath,"$stage/own:$stage/cuda"
for name in nvrtc nvJitLink; do
    cp "$STANDINS/lib$name.so.12" own/lib$name-lazy.so.12
    patchelf --set-soname lib$name-lazy.so.12 own/lib$name-lazy.so.12
    patchelf --replace-needed lib$name.so.12 lib$name-lazy.so.12 program
done
equal "$(./program mapped=libn nvrtc nvjitlink suffix)" \
    "$(printf 'mapped %s\n' "$stage/own/libnvJitLink-lazy.so.12" "$stage/own/libnvrtc-lazy.so.12")
nvrtc 0 12.9
nvjitlink 0 12.8
suffix 0 8"
