# dlsym of a function, as bindings do for all functions at once, finds it and loads nothing.
# Error-string functions return a text even without a library.
fake_library nvjitlink 12.8 real
fake_library nvrtc 12.8 real
fake_library nccl 2.28.1 nccl
direct program
export LD_LIBRARY_PATH="$STANDINS" LAZYNCCL_LIBPATH="$stage/real"

equal "$(./program open=libnvJitLink.so.12 has=nvJitLinkCreate has=__nvJitLinkCreate_12_0 \
    has=__nvJitLinkCreate_12_9 has=__nvJitLinkCreate_13_0 has=nvJitLinkVersion mapped=libnv \
    call=nvJitLinkVersion mapped=libnvJit)" "there
there
there
not there
there
mapped $STANDINS/libnvJitLink.so.12
nvJitLinkVersion 0 12.8
$(printf 'mapped %s\n' "$STANDINS/libnvJitLink.so.12" "$stage/real/libnvJitLink.so.12" | sort)"

# a name with its version node
compile versioned -ldl <<'C'
int main(int count, char **words)
{
    void *handle = dlopen(words[1], RTLD_NOW);
    printf("%d\n", dlvsym(handle, words[2], words[count - 1]) != NULL);
    return 0;
}
C
equal "$(./versioned libnvrtc.so.12 nvrtcVersion libnvrtc.so.12)" 1
equal "$(./versioned libnvrtc.so.12 nvrtcVersion libnvrtc.so.13)" 0

direct texts real/libnvrtc.so.12 nccl/libnccl.so.2
LAZYNCCL_LIBPATH='' ./texts reason=0 reason=2 reason=7 nvrtc-reason=0 nvrtc-reason=11 >output
equal "$(grep -c '^reason NCCL cannot be used' output)" 3
equal "$(grep -c '^nvrtc-reason NVRTC cannot be used' output)" 2
