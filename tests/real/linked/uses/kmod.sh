# Modules of each compression are read, by modinfo, depmod and modprobe. Without the library, modinfo reports
# it and modprobe ends with an error, and other modules are read.
. /lazynccl/tests/real/linked/uses/common.sh
release=$(uname -r)
folder=root/lib/modules/$release
mkdir -p "$folder"
touch "$folder/modules.order" "$folder/modules.builtin"
for pair in plain: xz:xz gz:gzip zst:zstd; do
    name=${pair%%:*} command=${pair#*:}
    printf 'static const char license[] __attribute__((section(".modinfo"), used)) = "license=GPL";\n' >m.c
    printf 'static const char alias[] __attribute__((section(".modinfo"), used)) = "alias=is_%s";\n' $name >>m.c
    cc -c m.c -o "$folder/$name.ko"
    [ -z "$command" ] || { $command <"$folder/$name.ko" >"$folder/$name.ko.$name" && rm "$folder/$name.ko"; }
done
for build in direct lazy; do
    mkdir bin-$build
    for command in modinfo depmod modprobe; do
        ln -s "/tmp/use/$build/tools/kmod" bin-$build/$command
    done
    passes bin-$build/depmod -b root "$release"
    grep -q 'alias is_zst zst' "$folder/modules.alias" || fail "depmod read nothing"
    cp "$folder/modules.alias" $build.alias
    for name in plain xz gz zst; do
        passes bin-$build/modinfo -b root is_$name
        cp said $build.$name.info
        passes bin-$build/modprobe -d root -n -v --show-depends is_$name
        cat said >>$build.$name.info
        cmp direct.$name.info $build.$name.info || fail "$name: $(cat said)"
    done
done
cmp direct.alias lazy.alias
for pair in xz:lzma gz:z zst:zstd; do
    name=${pair%%:*} library=${pair#*:}
    reports "$name" without $library bin-lazy/modinfo -b root is_$name
    passes without $library bin-lazy/modinfo -b root is_plain
done
