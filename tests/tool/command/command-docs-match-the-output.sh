# The outputs in docs/command.md match the command's, on the machine made here. After an intended
# change, apply the diff that it prints.
[ "$(uname -m)" = x86_64 ] || skip "the document is for x86-64"

root=$stage/root site=$stage/root/home/user/venv/lib/python3.11/site-packages
healthy
mv "$root/venv/bin" "$root/venv/pyvenv.cfg" "$root/home/user/venv/"
fake_library nvjitlink 12.1 "$root/usr/local/cuda-12.1/lib64"
fake_library nccl 2.17.1 "$root/opt/nccl-2.17"
module "$site/old/bindings.so" bindings.so '' "$site/nvidia/nccl/lib/libnccl.so.2" ncclGetVersion
package old 1.0 old/bindings.so
sed -i '/^Version/a Requires-Dist: cuda-pathfinder' "$site/old-1.0.dist-info/METADATA"
# the C library has what these libraries need of it
nm -D --undefined-only "$site"/nvidia/*/lib/*.so.* | awk -F '[ @]+' '
    /@GLIBC/ && !seen[$3]++ { nodes[$4] = nodes[$4] $3 ";"; print "int " $3 ";" >"libc.c" }
    END {
        nodes["GLIBC_2.17"] = nodes["GLIBC_2.17"] ""
        nodes["GLIBC_2.36"] = nodes["GLIBC_2.36"] ""
        for (name in nodes) print name " {" nodes[name] "};" >"libc.map" }'
$CC -w -shared -fPIC -nostdlib libc.c -o "$root/usr/lib/libc.so.6" -Wl,-soname,libc.so.6 \
    -Wl,--version-script=libc.map
wheel "$root/app-1.0-py3-none-any.whl" app/kernels.so="$site/train/kernels.so" -- nvidia-nccl-cu12
cat >train.log <<'END'
ImportError: /home/user/venv/lib/python3.11/site-packages/nvidia/cusparse/lib/libcusparse.so.12: undefined symbol: __nvJitLinkCreate_12_4, version libnvJitLink.so.12
END

# In the docs, this folder is the root of the machine.
cat >lazynccl <<END
#!/bin/sh
PATH=/home/user/venv/bin exec "$TOOL" "\$@" --root "$root"
END
chmod +x lazynccl
cat >document.py <<'END'
import subprocess, sys

document = open(sys.argv[1]).read().split("```console\n")
parts, commands = [document[0]], []
for block in document[1:]:
    shown, rest = block.split("```", 1)
    for line in shown.splitlines():
        if line.startswith("$ "):
            commands.append(line[2:])
            parts.append(None)
    parts.append(rest)
mark = "----\n"
script = "".join(f"{command}\nprintf '%s' '{mark}'\n" for command in commands)
said = subprocess.run(["sh"], input=script, text=True, stdout=subprocess.PIPE,
                      stderr=subprocess.STDOUT, check=False).stdout.split(mark)
text, number = parts[0], 0
for before, part in zip(parts, parts[1:]):
    if part is None:
        text += ("```console\n" if before is not None else "") + f"$ {commands[number]}\n{said[number]}"
        number += 1
    else:
        text += "```" + part
print(text, end="")
END
unset LAZYNCCL_SEARCH
export HOME=/home/user LC_ALL=C.UTF-8
PATH=$stage:$PATH "$PYTHON" document.py "$SOURCE/docs/command.md" >made
diff -u --label a/docs/command.md --label b/docs/command.md "$SOURCE/docs/command.md" made || fail "docs/command.md is not what the command says"
